project = "A small book about attention"
extensions = ["myst_parser"]
html_theme = "alabaster"
html_static_path = ["_static"]
html_js_files = [("attention-map.js", {"defer": "defer"})]
