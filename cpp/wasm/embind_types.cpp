// Embind's start, with the types that the bindings use and no others. Emscripten's own (libembind)
// names forty types, strings, views and 64-bit integers among them, each with its part of the glue,
// and prints addresses with printf for types without a name. The linker takes these three functions
// in its place; the ones that they call are declared by <emscripten/bind.h>.
#include <emscripten/bind.h>

#include <limits>

namespace {

using emscripten::internal::InitFunc;
using emscripten::internal::TypeID;

InitFunc* first = nullptr;

template <typename T>
void register_integer(const char* name) {
  emscripten::internal::_embind_register_integer(TypeID<T>::get(), name, sizeof(T),
                                                 std::numeric_limits<T>::min(),
                                                 std::numeric_limits<T>::max());
}

}  // namespace

extern "C" {

// Only the message about a type that nobody has registered asks for its name; there is none without
// RTTI.
const char* __getTypeName(const std::type_info*) {
  return nullptr;
}

void _embind_initialize_bindings() {
  for (const InitFunc* each = first; each != nullptr; each = each->next) each->init_func();
}

}  // extern "C"

namespace emscripten::internal {

extern "C" void _embind_register_bindings(InitFunc* bindings) {
  bindings->next = first;
  first = bindings;
}

}  // namespace emscripten::internal

EMSCRIPTEN_BINDINGS(types) {
  using namespace emscripten::internal;
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  register_integer<unsigned char>("unsigned char");
  register_integer<int>("int");
  register_integer<unsigned int>("unsigned int");
  register_integer<unsigned long>("unsigned long");
  _embind_register_float(TypeID<float>::get(), "float", sizeof(float));
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}
