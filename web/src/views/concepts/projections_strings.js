// What the view "projections" says.

export const projectionsStrings = Object.freeze({
  projectionsHint:
    'Point at any number to see what it is made of. In X or a W, click a cell and type, or use − and +.',
  projectionsX: 'X',
  projectionsXStep: '{rows|# token|# tokens} ↓ · {columns|# component|# components} →',
  projectionsWStep: '{rows|# input|# inputs} ↓ · {columns|# component|# components} →',
  projectionsStepQ: 'X · W_Q: what a token asks for',
  projectionsStepK: 'X · W_K: what it is found by',
  projectionsStepV: 'X · W_V: what it hands over',
  projectionsScores: 'scores',
  projectionsScoresStep: 'q · k ÷ {divisor}',
  projectionsWeights: 'weights',
  projectionsWeightsStep: 'softmax by row',
  projectionsLabel:
    '{name}: {rows|# row|# rows}, {columns|# column|# columns}. Arrow keys walk the cells, Enter locks one.',
  projectionsLabelEdited:
    '{name}: {rows|# row|# rows}, {columns|# column|# columns}. Arrow keys walk the cells; type a number to replace one.',
  projectionsEditor: 'replace a number',
  projectionsValue: 'is',
  projectionsLess: 'less by 0.1',
  projectionsMore: 'more by 0.1',
  projectionsBack: 'put it back',
  projectionsAll: 'put all back',
  projectionsMoved: 'What an edit moves',
  projectionsIdle:
    'Replace a number of X: one row of Q, K and V moves, and one row and one column of the scores. Softmax then shares every row out anew.',
  projectionsMatrix: 'matrix',
  projectionsCount: 'numbers moved',
  projectionsLargest: 'by at most',
  projectionsOf: '{count} of {all}',
  projectionsCellX: '{name}[{row}, {column}] of token ‘{token}’ = {value}',
  projectionsCellW: '{name}[{row}, {column}] = {value}',
  projectionsWas: 'it was {before}',
  projectionsMakes: 'column {column} makes component {column} of every {letter}',
  projectionsSum: '{letter}{row}[{column}] of ‘{token}’ = {terms} = {value}',
  projectionsSumMany:
    '{letter}{row}[{column}] of ‘{token}’ = sum of {count|# product|# products} = {value}',
  projectionsSumShifted:
    '{letter}{row}[{column}] of ‘{token}’ = sum of {count|# product|# products}, and a bias = {value}',
  projectionsScore: 'q{row} · k{column} = {raw}',
  projectionsDivided: '÷ {divisor} = {scaled}',
});
