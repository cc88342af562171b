export default function (eleventyConfig) {
  for (const file of ['attention-map.js', 'chapter.json', 'static.svg'])
    eleventyConfig.addPassthroughCopy(file);
}
