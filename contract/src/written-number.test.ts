import { expect, test } from 'vitest'
import { commaProblem, readNumber } from './written-number.ts'

test.each<[string, number, number | undefined]>([
  ['12', 0, 12],
  [' 1,200 ', 0, 1200],
  ['1,234,567', 0, 1_234_567],
  ['-3', 0, -3],
  ['−3', 0, -3],
  ['-0', 0, 0],
  ['1.5', 0, undefined],
  ['12.', 0, undefined],
  ['12.', 2, 12],
  ['.5', 2, 0.5],
  ['1,250.50', 2, 1250.5],
  ['12.345', 2, undefined],
  ['12.345', 6, 12.345],
  // A comma that is a decimal point elsewhere.
  ['12,50', 2, undefined],
  ['0,99', 2, undefined],
  ['9,99', 2, undefined],
  ['7,5', 0, undefined],
  // Groups that aren't full, or too full.
  ['1,25', 2, undefined],
  ['1,2345', 2, undefined],
  ['1234,567', 2, undefined],
  ['12,34,567', 2, undefined],
  [',500', 2, undefined],
  ['1,250,', 2, undefined],
  ['1,250.5,0', 2, undefined],
  ['1.250,50', 2, undefined],
  ['', 2, undefined],
  ['.', 2, undefined],
  ['-', 2, undefined],
  ['1e5', 2, undefined],
  ['0x10', 2, undefined],
  ['twelve', 0, undefined],
])('%j with %i decimals is %j', (text, decimals, number) => expect(readNumber(text, decimals)).toBe(number))

test.each<[string, number, string | undefined]>([
  ['12,50', 2, '12,50 looks like 12.50. Type it with a point: 12.50'],
  ['£0,99', 2, '0,99 looks like 0.99. Type it with a point: 0.99'],
  ['1.250,50', 2, '1.250,50 looks like 1250.50. Type it with a point: 1250.50'],
  ['12,5 %', 2, '12,5 looks like 12.5. Type it with a point: 12.5'],
  ['7,5', 0, '7,5 looks like 7.5. Type a whole number.'],
  ['1,2345', 2, 'A comma only separates thousands, as in 1,250. Type this number without commas.'],
  ['1,250', 2, undefined],
  ['12.345', 2, undefined],
  ['ten, or so', 2, undefined],
])('%j with %i decimals: %j', (text, decimals, words) => expect(commaProblem(text, decimals)).toBe(words))
