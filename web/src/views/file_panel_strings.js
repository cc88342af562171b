// What a tag says that takes files from its readers.

export const filePanelStrings = Object.freeze({
  fileButton: 'Open a file…',
  fileHint: 'or drop one here, or paste numbers while the figure has the focus',
  fileDrop: 'Let go to draw it.',
  fileReading: 'Reading…',
  fileShown: '{name} is shown.',
  filesShown: '{names} are shown.',
  filePasted: 'What was pasted',
});
