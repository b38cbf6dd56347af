import { cpus } from 'node:os'
import { directoryColumns, unsortable } from '@honbu/contract/directory.ts'
import { search } from '@honbu/server/directory/search.ts'
import { basicSearch } from '@honbu/server/members/search.ts'
import type { User } from '@honbu/server/platform/access.ts'
import type { Database } from '@honbu/server/platform/database.ts'
import type { Read } from '@honbu/server/platform/route.ts'
import type { Million } from './million.ts'

/** The day of which the rows are made. */
const now = new Date('2026-05-12T17:30:00Z')
const runs = 3

const filters: Readonly<Record<string, string>> = {
  'no filter': '',
  'club, 2,000': 'clubId~eq~100',
  'status active': 'memberStatusId~eq~21',
  'status lapsed': 'memberStatusId~eq~23',
  'status issue': 'memberStatusId~eq~24',
  'category Adults': "categoryName~eq~'Adults'",
  'category Tigers': "categoryName~eq~'Tigers'",
  'discipline Karate': 'disciplineId~eq~11',
  'discipline Kickboxing': 'disciplineId~eq~13',
  'grades 10 to 12': 'gradeId~gte~230~and~gradeId~lte~232',
  'grade 2': 'gradeId~eq~222',
  'class of 50': 'classId~eq~10005',
  'tag, one in 3': "tag~eq~'Competitor'",
  'tag, one in 50': "tag~eq~'Newsletter'",
  'tag, one in 10,000': "tag~eq~'Helper'",
  'plan Family': "planName~eq~'Family'",
  'age 8 to 12': 'age~gte~8~and~age~lte~12',
  'age from 65': 'age~gte~65',
  'absent 14 days': 'daysAbsent~gte~14',
  'never attended': 'lastAttendance~isnull~undefined',
  'attended last 3 days': 'daysAbsent~lte~3',
  'joined before 2017': "memberSince~lt~datetime'2017-01-01T00-00-00'",
  'joined last week': 'daysMember~lte~7',
  'any debt': 'debt~gt~0',
  'debt over £59': 'debt~gt~59',
  'direct debit': 'hasMandate~eq~true',
  'no direct debit': 'hasMandate~eq~false',
  'birthday in May': 'birthdayMonth~eq~5',
  'source Google': 'marketingSourceId~eq~1202',
  'name starts with o': "lastName~startswith~'o'''",
  'name contains ith': "lastName~contains~'ith'",
  'name contains zzz': "lastName~contains~'zzz'",
}

const sorts = Object.keys(directoryColumns).filter(field => !unsortable.some(each => each === field))

const lookups = [
  'an',
  'smith',
  'ann smith',
  'smith ann',
  'mit',
  'obrien',
  'zoe',
  '0770',
  '07700',
  '0770012',
  '0123',
  'M123456',
  'qqq',
  'a',
  'gmail',
  'anna.smith1',
  "o'con",
  'de sm',
  'ki',
  'anders o',
  'son',
  'x y',
] as const

/** Prints the times of the database's part of each, in milliseconds: the median of three. */
export async function measureDirectory({ db }: Pick<Database, 'db'>, { headOfficeClubIds, smallClubId }: Million) {
  console.log(`${cpus().length} cores, Node ${process.version}\n`)
  for (const [who, clubIds] of [
    ['A head office', headOfficeClubIds],
    ['A small club', [smallClubId]],
  ] as const) {
    const context = { db, now, user: userOf(clubIds) } as Read
    await printPages(who, context)
    await printLookups(who, context)
  }
}

async function printPages(who: string, context: Read) {
  const chosen = (process.argv[3] ?? '').split(',').filter(Boolean)
  const shown = chosen.length > 0 ? chosen : sorts
  const directions = shown.flatMap(sort => [`${sort}-asc`, `${sort}-desc`])
  console.log(`${who}: a page of 50 with its total, by filter and sort (ascending/descending)\n`)
  console.log(`${''.padEnd(24)}${'total'.padStart(9)}  ${shown.map(sort => sort.slice(0, 10).padStart(11)).join('')}`)
  let worst = { time: 0, what: '' }
  for (const [name, filter] of Object.entries(filters)) {
    let total = ''
    const times: number[] = []
    for (const sort of directions) {
      const { median, answer } = await timed(() => search(context, { filter, sort, page: 1, pageSize: 50 }))
      total = `${answer.isTotalMore ? '>' : ''}${answer.total}`
      times.push(median)
      if (median > worst.time) worst = { time: median, what: `${name}, ${sort}` }
    }
    const cells = shown.map((_, index) =>
      `${times[2 * index]?.toFixed(0)}/${times[2 * index + 1]?.toFixed(0)}`.padStart(11),
    )
    console.log(`${name.padEnd(24)}${total.padStart(9)}  ${cells.join('')}`)
  }
  console.log(`\nThe slowest: ${worst.what}, ${worst.time.toFixed(0)} ms\n`)
}

async function printLookups(who: string, context: Read) {
  console.log(`${who}: basicSearch\n`)
  for (const filter of lookups) {
    const { median, answer } = await timed(() => basicSearch(context, { filter }))
    console.log(
      `${filter.padEnd(16)}${median.toFixed(1).padStart(8)} ms  ${String(answer.length).padStart(3)}  ${answer[0]?.label ?? '–'}`,
    )
  }
  console.log('')
}

async function timed<Answer>(ask: () => Promise<Answer>) {
  const times: number[] = []
  // The first time fills the caches.
  let answer = await ask()
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now()
    answer = await ask()
    times.push(performance.now() - began)
  }
  times.sort((one, other) => one - other)
  return { median: times[Math.floor(runs / 2)] ?? 0, answer }
}

const userOf = (clubIds: readonly number[]): User => ({
  accountId: 1,
  personId: 1,
  sub: 'bench',
  name: 'Bench',
  email: '',
  clubs: new Map(clubIds.map(id => [id, { isAdmin: true }])),
})
