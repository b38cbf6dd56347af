import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { subFrequency } from '@honbu/contract/ids.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createClub } from '../../test/factories/people.ts'
import { asGuessed, fixtures, now, reading } from '../../test/importing-lists.ts'
import { importFile } from './import-file.ts'
import { undecidedColumns } from './mapping-file.ts'

const { db } = await freshDatabase()

interface System {
  readonly file: string
  readonly discipline: string
  readonly grades: readonly string[]
  /** What is compared of each line, by the titles under which it is shown. */
  readonly facts: readonly string[]
  /** What someone who reads the file sees, line by line. '–' is nothing. */
  readonly truth: string
  /** Lines of which something is told. */
  readonly reported: readonly number[]
  /** Columns that are asked about. */
  readonly asked?: readonly string[]
  readonly choose?: (guess: ImportMapping) => ImportMapping
}

const colours = ['White', 'Yellow', 'Orange', 'Green', 'Blue', 'Brown', 'Black 1st degree']
const kyus = ['10th', '9th', '8th', '7th', '6th', '5th', '4th', '3rd', '2nd', '1st'].map(kyu => `${kyu} Kyu`)
const dans = ['1st Dan', '2nd Dan']
const pays = ['Plan', 'Price', 'Paid', 'Way to pay', 'Next payment']

const systems: readonly System[] = [
  {
    file: 'mindbody.csv',
    discipline: 'Karate',
    grades: colours,
    facts: ['Date of birth', 'Status', 'Joined', 'Last attended', 'Plan', 'Opening balance'],
    reported: [5, 6, 7, 8],
    choose: guess => ({ ...guess, balances: 'credit' }),
    truth: `
      2: Priya Ashworth | 17 Apr 1988 | Active | 21 Sept 2021 | 18 Nov 2026 | Unlimited Monthly | –
      3: Joe Baxter | 30 Nov 2012 | Active | 14 Jan 2023 | 16 Nov 2026 | Junior Monthly | £24.00 owed
      4: Lin Baxter | 28 Feb 1984 | Lapsed | 14 Jan 2023 | – | – | –
      5: Ola Carver | – | Lapsed | 2 May 2019 | 30 Jun 2025 | Unlimited Monthly | –
      6: Mae Dunn | 15 Jun 2015 | Active | 3 Mar 2025 | 20 Nov 2026 | Junior Monthly | –
      7: Mae Dunn | – | – | – | – | – | –
      8: Sam Ellis | 9 Aug 1979 | Issue | 10 Oct 2018 | 1 Jul 2026 | Unlimited Monthly | –
      9: Ivy Frost | 31 Jan 2001 | Active | 9 Sept 2026 | 19 Nov 2026 | Unlimited Monthly | £15.00 in credit
      10: Ned Gray | 12 Dec 1995 | Active | 20 Feb 2024 | 10 Nov 2026 | Unlimited Monthly | –
      11: Zoë Hale | 4 Jul 1992 | Active | 18 Apr 2022 | 17 Nov 2026 | Unlimited Monthly | –`,
  },
  {
    file: 'zen-planner.csv',
    discipline: 'Karate',
    grades: [...colours, 'Green/White stripe'],
    facts: ['Date of birth', 'Status', 'Grade', 'Classes since last grading', 'Guardian', ...pays],
    reported: [2, 3, 4, 5, 6, 8, 9, 10, 11],
    asked: ['Prospect Date'],
    truth: `
      2: Aiden Ball | 22 Mar 2014 | Active | Yellow (Karate) | 31 | Helen Ball | Junior Monthly | £35.00 | Monthly | Direct debit | 1 Dec 2026
      3: Cora Ball | 2 Sept 2016 | Active | White (Karate) | 12 | Helen Ball | Junior Monthly | £35.00 | Monthly | Direct debit | 1 Dec 2026
      4: Dev Chand | 14 Dec 1990 | Active | Black 1st degree (Karate) | 88 | – | Unlimited Monthly | £45.00 | Monthly | Card | 1 Dec 2026
      5: Esme Dale | 5 May 2011 | Active | Green/White stripe (Karate) | 29 | Rob Dale | Junior Monthly | £35.00 | Monthly | Direct debit | 1 Dec 2026
      6: Finn East | 19 Oct 2005 | Lapsed | Brown (Karate) | 40 | – | – | – | – | – | –
      7: Gwen Ford | 23 Jan 1999 | Prospect | – | – | – | – | – | – | – | –
      8: Hugo Gill | 17 Aug 2013 | Active | Orange (Karate) | 44 | Pat Gill | Junior Monthly | £35.00 | Monthly | Cash | 1 Dec 2026
      9: Iris Holt | 30 Jun 1985 | Issue | Blue (Karate) | 17 | – | Unlimited Monthly | £45.00 | Monthly | Direct debit | 1 Jan 2027
      10: Jude Irwin | 29 Feb 2012 | Active | Yellow (Karate) | 30 | Ann Irwin | Junior Monthly | £35.00 | Monthly | Direct debit | 1 Dec 2026
      11: Kian Joyce | 11 Nov 2010 | Active | – | 25 | Una Joyce | Junior Monthly | £35.00 | Monthly | Direct debit | 1 Dec 2026`,
  },
  {
    file: 'teamup.csv',
    discipline: 'Karate',
    grades: colours,
    facts: ['Date of birth', 'Status', 'Mobile', 'Address', 'Plan', 'Guardian', 'News by e-mail', 'Pinned note'],
    reported: [6, 7, 8],
    truth: `
      2: Alba Kerr | 3 Feb 1991 | Active | +447700900301 | Flat 2, 8 Canal St, Leith, EH6 6AA | Unlimited Monthly | – | Yes | –
      3: Bram Lowe | 19 Jul 2015 | Active | +447700900303 | 17 Shore, Leith, EH6 6AB | Junior Monthly | Jan Lowe | No | Asthma – inhaler in bag
      4: Cleo Lowe | 25 Jan 2017 | Active | +447700900303 | 17 Shore, Leith, EH6 6AB | Junior Monthly | Jan Lowe | No | –
      5: Dina Marsh | 10 Oct 1978 | Lapsed | +447700900304 | – | – | – | – | –
      6: Ewan Nash | 4 Apr 2001 | Active | +447700900305 | – | – | – | Yes | –
      7: Faye Odell | 9 Sept 2003 | Active | +447700900306 | – | Unlimited Monthly | – | Yes | –
      8: Glen Park | – | Active | +447700900307 | – | – | – | – | –
      10: Hope Quill | 24 Dec 1966 | Lapsed | +447700900308 | – | – | – | – | –
      11: Iain Ross | 30 May 1999 | Prospect | +447700900309 | – | – | – | Yes | –
      12: Jess Shaw | 8 Aug 1988 | Active | +447700900310 | – | Unlimited Monthly | – | No | –`,
  },
  {
    file: 'clubworx.csv',
    discipline: 'Karate',
    grades: [...kyus, ...dans],
    facts: ['Date of birth', 'Status', 'Grade', 'Classes since last grading', 'Price', 'Opening balance', 'Guardian'],
    reported: [4, 8, 10, 11],
    choose: guess => ({ ...guess, balances: 'credit' }),
    truth: `
      2: Ria Abbot | 22 Jan 2014 | Active | 7th Kyu (Karate) | 22 | £35.00 | £35.00 owed | Liz Abbot
      3: Tom Bird | 3 Nov 1983 | Active | 1st Dan (Karate) | 64 | £45.00 | – | –
      4: Amy Cross | 14 Jun 2012 | Active | 5th Kyu (Karate) | 20 | £35.00 | £10.00 in credit | Ian Cross
      5: Max Drew | 30 Sept 2001 | Lapsed | 1st Kyu (Karate) | 12 | – | – | –
      6: Lou Eden | 25 Dec 2016 | Active | 10th Kyu (Karate) | 18 | £35.00 | – | Val Eden
      7: Kit Frey | 9 Feb 1996 | Prospect | – | – | – | – | –
      8: Ash Gunn | – | Active | 6th Kyu (Karate) | 21 | £35.00 | – | Jo Gunn
      9: Seán O'Dell | 17 Mar 1975 | Active | 2nd Dan (Karate) | 130 | £45.00 | £90.00 owed | –
      10: Pip Ince | 8 Aug 2013 | Issue | 8th Kyu (Karate) | 3 | £35.00 | – | Ray Ince
      11: Bea Judd | 19 May 1989 | Active | – | 33 | £45.00 | – | –`,
  },
  {
    file: 'google-contacts.csv',
    discipline: 'Judo',
    grades: colours,
    facts: ['Date of birth', 'E-mail', 'Mobile', 'Phone (day)', 'Address', 'Tags'],
    reported: [2, 4, 5, 8, 11],
    asked: ['Middle Name', 'Organization Name', 'E-mail 1 - Label', 'E-mail 2 - Value', 'Phone 1 - Label'],
    truth: `
      2: Ada Lunn | 1 May 2014 | lunn.family@mail.example | +447700900501 | – | 1 Weir Rd, Wells, BA5 1AA | Judo Juniors
      3: Ben Moss | 7 Jul 1990 | ben.moss@mail.example | +447700900502 | +441749555011 | – | Judo Adults
      4: Cy Nunn | – | cy.nunn@mail.example | +447700900503 | – | – | Judo Adults
      5: Wells Leisure Centre · * myContacts · * · bookings@leisure.example · Work · 017… | – | – | – | – | – | –
      6: Dot Orme | – | dot.orme@mail.example | +441749555013 | – | – | –
      7: Eli | – | – | +447700900504 | – | – | –
      8: Fay Pope | 11 Nov 2011 | pope.family@mail.example | +447700900505 | +447700900506 | – | Judo Juniors
      9: Gil Quick | 31 Jan 1975 | gil.quick@mail.example | – | – | – | Judo Adults
      10: Hal Reay | 2 Feb 1982 | hal.reay@mail.example | +447700900507 | – | – | Judo Adults
      11: Ivy Stone | 16 Jun 2013 | stone@mail.example | +447700900508 | – | – | Judo Juniors`,
  },
  {
    file: 'gocardless.csv',
    discipline: 'Judo',
    grades: colours,
    facts: ['E-mail', 'Joined', 'Mandate', ...pays],
    reported: [4, 5, 7],
    asked: ['mandates.status', 'subscriptions.id', 'subscriptions.status'],
    truth: `
      2: Alan Twigg | alan.twigg@mail.example | 1 Mar 2022 | CU0001, MD0001 | Unlimited Monthly | £45.00 | Monthly | – | 1 Dec 2026
      3: Beth Unwin | beth.unwin@mail.example | 11 Apr 2023 | CU0002, MD0002 | Junior Monthly | £35.00 | Monthly | – | 1 Dec 2026
      4: Beth Unwin | – | – | – | – | – | – | – | –
      5: Cath Vane | cath.vane@mail.example | 5 Jan 2021 | CU0003, MD0003 | Unlimited Monthly | £45.00 | Monthly | – | –
      6: Dean Ware | dean.ware@mail.example | 18 Jun 2024 | CU0004, MD0004 | Unlimited Monthly | £45.00 | Monthly | – | 1 Dec 2026
      7: Elsa York | elsa.york@mail.example | 29 Aug 2025 | CU0005, MD0005 | – | £450.00 | Yearly | – | 29 Aug 2027
      8: Fred Zane | fred.zane@mail.example | 10 Oct 2020 | CU0006, MD0006 | – | – | – | – | –
      9: Gina Abel | gina.abel@mail.example | 14 Feb 2026 | CU0007, MD0007 | Junior Monthly | £35.00 | Monthly | – | 1 Dec 2026
      10: Hans Bede | hans.bede@mail.example | 5 May 2019 | CU0008, MD0008 | Unlimited Monthly | £45.00 | Monthly | – | 1 Dec 2026`,
  },
  {
    file: 'bja-list.csv',
    discipline: 'Judo',
    grades: ['Novice', ...[3, 9, 18].map(mon => `${mon}${mon === 3 ? 'rd' : 'th'} Mon`), ...kyus.slice(4), ...dans],
    facts: ['Code', 'Date of birth', 'Grade', 'Last grading', 'Next renewal', 'Mobile'],
    reported: [3, 4, 6, 8, 10],
    truth: `
      3: Amir Cole | BJA100 | 3 May 2013 | 9th Mon (Judo) | 14 Feb 2026 | 31 Aug 2027 | +447700900701
      4: Bella Cole | BJA101 | 21 Oct 2015 | 3rd Mon (Judo) | 14 Feb 2026 | 31 Aug 2027 | +447700900701
      5: Colin Dyer | BJA102 | 9 Jan 1974 | 1st Dan (Judo) | 7 Jun 2019 | 30 Jun 2027 | +447700900702
      6: Dora Eyre | BJA103 | – | 2nd Kyu (Judo) | 12 Apr 2025 | 30 Sept 2026 | +447700900703
      7: Ezra Firth | BJA104 | 17 Jul 2001 | 5th Kyu (Judo) | 11 Oct 2025 | 31 Dec 2026 | +447700900704
      8: Freya Grant | BJA105 | 2 Feb 2010 | 18th Mon (Judo) | 14 Feb 2026 | 31 Jan 2027 | +447700900705
      9: Gus Hyde | BJA106 | 11 Nov 1988 | 2nd Dan (Judo) | 2 Feb 2020 | 31 Mar 2027 | +447700900706
      10: Hetty Ivor | BJA107 | 28 Aug 2012 | 6th Kyu (Judo) | 14 Feb 2026 | 31 Aug 2027 | +447700900707
      11: Idris Jay | BJA108 | – | Novice (Judo) | – | 31 Aug 2027 | +447700900708
      12: June Kemp | BJA109 | 5 Jun 1995 | 2nd Kyu (Judo) | 1 Nov 2025 | 31 May 2027 | +447700900709`,
  },
  {
    file: 'by-hand.csv',
    discipline: 'Karate',
    grades: ['White', 'White, 1 stripe', 'White, 2 stripes', 'Orange', 'Green', '8th Kyu', 'Black 1st Dan'],
    facts: ['Date of birth', 'Grade', 'Guardian', 'Mobile', 'Way to pay', 'Class'],
    reported: [1, 3, 8, 9, 10, 11, 12, 13, 14, 16, 18, 19],
    truth: `
      1: HALL LIST – AUTUMN TERM | – | – | – | – | – | –
      3: MONDAY TINIES | – | – | – | – | – | –
      4: Alfie Ames | 1 Sept 2019 | White, 1 stripe (Karate) | Kim Ames | +447700900801 | Cash | Monday Tinies
      5: Bonnie Bly | 22 Apr 2020 | White (Karate) | Dan Bly | +447700900802 | Direct debit | Monday Tinies
      6: Casper Cox | 13 Dec 2019 | White, 2 stripes (Karate) | Meg Cox | +447700900803 | Direct debit | Monday Tinies
      8: Juniors 6.30pm | – | – | – | – | – | –
      9: Daisy Dow | 5 May 2014 | 8th Kyu (Karate) | Sal Dow | +447700900804 | Direct debit | –
      10: Ethan Elm | – | Orange (Karate) | Jo Elm | +447700900805 | Bank transfer | –
      11: Daisy Dow | – | – | – | – | – | –
      12: Faith Fox | – | Green (Karate) | Al Fox | +447700900806 | – | –
      13: Name · D.O.B. · Belt · Stripes · Mum/Dad · Phone · Paid? | – | – | – | – | – | –
      14: ADULTS | – | – | – | – | – | –
      15: George Gee | 7 Jul 1981 | Black 1st Dan (Karate) | – | +447700900807 | Direct debit | Adults
      16: Hattie Hob | 8 Aug 1990 | – | – | +447700900808 | Cash | Adults
      17: Ivan Ivy | – | – | – | – | – | Adults
      18: TOTAL · 9 | – | – | – | – | – | –
      19: Updated by Kim 3 Nov | – | – | – | – | – | –`,
  },
  {
    file: 'spond.csv',
    discipline: 'Karate',
    grades: colours,
    facts: ['Date of birth', 'E-mail', 'Mobile', 'Guardian', 'Joined', 'Photos'],
    reported: [6, 7, 9],
    truth: `
      2: Archie Lamb | 15 Jan 2013 | – | – | Sara Lamb + Paul Lamb | 1 Sept 2021 | Yes
      3: Betsy Lamb | 27 Jun 2015 | – | – | Sara Lamb + Paul Lamb | 1 Sept 2022 | Yes
      4: Caleb Mills | 2 Dec 2012 | – | – | Rita Mills | 11 Jan 2020 | No
      5: Delia Noble | 23 Apr 1994 | delia.noble@mail.example | +447700900904 | – | 10 Oct 2019 | –
      6: Elvis Oates | 30 Aug 2011 | – | – | Mo Oates + Tim Yates | 3 Mar 2023 | Yes
      7: Flora Pitt | – | – | – | Gwyn Pitt | 6 May 2024 | Yes
      8: Grace Quinn | 3 Mar 2001 | grace.quinn@mail.example | +447700900907 | – | 12 Feb 2018 | Yes
      9: Harry Rudd | 9 Oct 2016 | – | – | Abi Rudd | 5 Jan 2026 | No`,
  },
  {
    file: 'kicksite.csv',
    discipline: 'Karate',
    grades: [...colours, 'White, 2 stripes', 'Yellow, 1 stripe', 'Green, 1 stripe'],
    facts: [
      'Date of birth',
      'Status',
      'Grade',
      'Classes since last grading',
      'Plan',
      'Next payment',
      'Opening balance',
    ],
    reported: [2, 3, 4, 5, 6, 7, 8, 9],
    asked: ['Age'],
    truth: `
      2: Nell Arden | 14 Jun 2015 | Active | White, 2 stripes (Karate) | 14 | Junior Monthly | 1 Dec 2026 | –
      3: Cam Boyd | 30 Mar 1992 | Active | Blue (Karate) | 51 | Unlimited Monthly | 1 Dec 2026 | £45.00 owed
      4: Jo Cray | 25 Dec 1984 | Active | Black 1st degree (Karate) | 170 | Unlimited Monthly | 1 Dec 2026 | –
      5: Rae Dell | 19 Aug 2013 | Lapsed | Yellow, 1 stripe (Karate) | 2 | – | – | –
      6: Vic Earl | 1 Feb 2016 | Active | – | 14 | Junior Monthly | 1 Dec 2026 | £35.00 owed
      7: Tao Fenn | 31 Oct 1997 | Active | Green, 1 stripe (Karate) | 48 | Unlimited Monthly | 1 Dec 2026 | £20.00 in credit
      8: Bo Gott | – | Active | White (Karate) | – | Junior Monthly | 1 Dec 2026 | –
      9: Sky Hume | 4 Apr 2001 | Active | Orange (Karate) | 12 | Unlimited Monthly | 1 Dec 2026 | –`,
  },
]

async function importSystem({ file, discipline, grades, choose = asGuessed }: System) {
  const { id: clubId } = await createClub(db)
  const { id } = await createDiscipline(db, { clubId, grades: [...grades] })
  await db.updateTable('discipline').set({ name: discipline }).where('id', '=', id).execute()
  for (const className of ['Monday Tinies', 'Juniors', 'Adults'])
    await createClass(db, { clubId, disciplineId: id, className })
  for (const [name, price_pence] of [
    ['Junior Monthly', 3500],
    ['Unlimited Monthly', 4500],
  ] as const) {
    const { id: planId } = await db
      .insertInto('training_plan')
      .values({ club_id: clubId, root_club_id: clubId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    const price = { training_plan_id: planId, sub_frequency_id: subFrequency.monthly, price_pence }
    await db.insertInto('training_plan_price').values(price).execute()
  }
  const bytes = await readFile(path.join(fixtures, 'systems', file))
  return await importFile(db, { bytes, fileName: file, clubId, reading, adjust: choose, isDryRun: true, now })
}

type Report = Awaited<ReturnType<typeof importSystem>>

/** What is stored of a line, in the words of its facts. */
function factsOf({ name, stored }: Report['lines'][number], facts: readonly string[]): string {
  const values = facts.map(
    fact =>
      stored
        .filter(({ title }) => title === fact)
        .map(({ after }) => after)
        .join(' + ') || '–',
  )
  return [name, ...values].join(' | ')
}

interface Row {
  readonly system: string
  readonly lines: number
  readonly right: number
  readonly reported: number
  readonly wrong: readonly string[]
  readonly asked: readonly string[]
}

async function compare(system: System): Promise<Row> {
  const report = await importSystem(system)
  const truth = system.truth
    .trim()
    .split('\n')
    .map(line => line.trim())
  const stored = report.lines.map(line => `${line.line}: ${factsOf(line, system.facts)}`)
  const isTold = new Set(report.lines.flatMap(({ line, problems }) => (problems.length > 0 ? [line] : [])))
  const wrong = [
    ...stored.filter(line => !truth.includes(line)),
    ...truth.filter(line => !stored.includes(line)).map(line => `missing ${line}`),
    ...system.reported.filter(line => !isTold.has(line)).map(line => `nothing is told of line ${line}`),
  ]
  return {
    system: system.file.replace('.csv', ''),
    lines: report.lines.length,
    right: report.lines.filter(({ line }) => !isTold.has(line)).length,
    reported: isTold.size,
    wrong,
    asked: undecidedColumns(report.mapping, report.table).map(({ heading }) => heading),
  }
}

test('no line of ten systems is silently wrong', { timeout: 60_000 }, async () => {
  const rows: Row[] = []
  for (const system of systems) rows.push(await compare(system))
  const table = rows.map(({ wrong, asked, ...row }) => ({ ...row, wrong: wrong.length, asked: asked.length }))
  console.table(table)
  expect(rows.flatMap(({ system, wrong }) => wrong.map(line => `${system}: ${line}`))).toEqual([])
  expect(rows.map(({ asked }) => asked)).toEqual(systems.map(({ asked = [] }) => asked))
})
