// What the view "temperature" says.

export const temperatureStrings = Object.freeze({
  temperatureSetting: 'temperature T',
  temperatureScaleSetting: 'divide by √dₖ',
  temperatureSwapOff: 'same map without √dₖ: T = {temperature}',
  temperatureSwapOn: 'same map with √dₖ: T = {temperature}',
  temperatureStep: 'softmax of q · k ÷ {divisor}',
  temperatureDivisor:
    'Scores are divided by √{width} · {temperature} = {divisor}. Leaving √{width} out is the same as T = {equal}.',
  temperatureDivisorUnscaled:
    'Scores are divided by T = {divisor} alone. T = 1 without √{width} is what T = {equal} is with it.',
  temperatureDivisorOther:
    'Scores are multiplied by {scale} and divided by T = {temperature}: ÷ {divisor}.',
  temperatureWeights: 'weights',
  temperatureLabel:
    'Attention weights at temperature {temperature}: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  temperatureRows: 'Entropy in nats; at most ln {keys} = {most}',
  temperatureEntropy: 'entropy',
  temperaturePeak: 'largest weight',
  temperatureMean: 'mean',
  temperatureMeanEntropy: 'mean entropy, nats',
  temperatureCurve: 'Mean entropy in nats against temperature',
  temperatureMark: '1/√{width}',
});
