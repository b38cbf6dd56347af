import { messageParameter } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { audienceInWords } from './audience-words.ts'

const choices = [
  {
    parameterId: messageParameter.class,
    values: [
      { id: 1, name: 'Juniors', of: 'Leeds' },
      { id: 2, name: 'Juniors', of: 'York' },
      { id: 3, name: 'Adults', of: 'York' },
    ],
  },
]

it('an audience is said in words, by names', () => {
  expect(audienceInWords({ include: [], exclude: [] }, choices)).toBe('All members')
  const include = [{ parameterId: messageParameter.class, values: [1, 3] }]
  const exclude = [{ parameterId: messageParameter.class, values: [9] }]
  expect(audienceInWords({ include, exclude }, choices)).toBe(
    'Enrolled in class: Juniors · Leeds or Adults, without Enrolled in class: something that is no longer there',
  )
})
