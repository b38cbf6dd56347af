import { describe, expect, it } from 'vitest'
import { found, type Ladder, startsOf } from './starts.ts'

const ladder = (ladderId: string, name: string, variant: string): Ladder => ({
  ...{ ladderId, name, variant, colour: '#30508f', note: '', grades: [] },
  source: { title: 'A syllabus', url: 'https://club.example' },
})
const starts = startsOf(
  [
    ladder('karate-wado', 'Karate', 'Wadō: kyu and dan'),
    ladder('bjj-adults', 'Brazilian jiu-jitsu', 'IBJJF, adults'),
    ladder('taekwon-do-itf', 'Taekwon-Do', 'ITF'),
  ],
  [{ disciplineId: 7, name: 'Sambo', colour: '#a32424', clubName: 'Otley', isOwn: true, gradeCount: 3 }],
)

describe('found', () => {
  it.each([
    ['wado', ['karate-wado']],
    ['BJJ', ['bjj-adults']],
    ['jiu jitsu', ['bjj-adults']],
    ['taekwondo', ['taekwon-do-itf']],
    ['tae kwon do', ['taekwon-do-itf']],
    ['otley', ['copy 7']],
    ['sumo', []],
  ])('finds %s', (search, keys) => expect(found(starts, search).map(({ key }) => key)).toEqual(keys))

  it('offers everything without a search, and a copy under another name', () => {
    expect(found(starts, ' ')).toHaveLength(5)
    expect(starts.at(-1)).toMatchObject({ name: 'Sambo (copy)', copiedId: 7, group: 'Your disciplines' })
  })
})
