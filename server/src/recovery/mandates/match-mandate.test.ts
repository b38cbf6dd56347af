import { describe, expect, it } from 'vitest'
import { type Known, matchMandate, sureMatch } from './match-mandate.ts'

const member = (memberId: number, name: string, more: Partial<Known> & { email?: string } = {}): Known => ({
  ...{ memberId, clubId: 1, code: `M${memberId}`, hasMandate: false, references: [] },
  people: [{ name, email: more.email ?? null }],
  ...more,
})
const payer = { name: 'Zoë O’Brien', email: 'zoe@mail.example', reference: 'MD1', marks: [] as string[] }

describe('matchMandate', () => {
  it.each<[string, Partial<typeof payer>, Known[], [number, string][], number | null]>([
    [
      'an imported mandate goes before all',
      { marks: ['CU7', 'm 7'] },
      [
        member(7, 'X', { code: 'M-7' }),
        member(2, 'Y', { references: ['CU7'] }),
        member(1, 'Z', { references: ['MD1'] }),
      ],
      [
        [1, 'reference'],
        [2, 'reference'],
        [7, 'code'],
      ],
      null,
    ],
    [
      'a member number goes before a name',
      { marks: ['ref', 'm 7'] },
      [member(1, 'Zoe OBrien'), member(7, 'X', { code: 'M-7' })],
      [[7, 'code']],
      7,
    ],
    ['e-mail and name', {}, [member(1, 'zoe o brien', { email: 'ZOE@mail.example' })], [[1, 'emailAndName']], 1],
    ['an e-mail alone is a suggestion', {}, [member(1, 'Tom', { email: 'zoe@mail.example' })], [[1, 'email']], null],
    ['a name alone is a suggestion', {}, [member(1, 'Zoe O Brien')], [[1, 'name']], null],
    [
      'two who are as likely leave a doubt',
      {},
      [member(2, 'Zoë O’Brien', { email: payer.email }), member(1, 'Zoë O’Brien', { email: payer.email })],
      [
        [1, 'emailAndName'],
        [2, 'emailAndName'],
      ],
      null,
    ],
    [
      'who has a mandate comes last, and is never sure',
      {},
      [member(1, 'Zoë O’Brien', { email: payer.email, hasMandate: true })],
      [[1, 'emailAndName']],
      null,
    ],
    ['nobody', { name: '', email: '' }, [member(1, '', { email: '' })], [], null],
  ])('%s', (_, changed, members, expected, sure) => {
    const matches = matchMandate({ ...payer, ...changed }, members)
    expect(matches.map(match => [match.member.memberId, match.by])).toEqual(expected)
    expect(sureMatch(matches)?.memberId ?? null).toBe(sure)
  })

  it('knows a child by a guardian', () => {
    const people = [
      { name: 'Tim O’Brien', email: null },
      { name: 'Zoë O’Brien', email: payer.email },
    ]
    expect(matchMandate(payer, [{ ...member(5, ''), people }])).toMatchObject([{ by: 'emailAndName' }])
  })
})
