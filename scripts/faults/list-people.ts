// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source text of other files
import type { Fault } from './fault.ts'

export const faultsOfPeople: readonly Fault[] = [
  {
    name: 'lapse-cancels-elsewhere',
    area: 'membership',
    says: `A club forgotten in a query: when a membership lapses, the member's bookings at other clubs are cancelled too.`,
    file: 'server/src/membership/moves.ts',
    find: `{ memberId, clubId, today }: LockedMembership): Promise<number[]> {
  const rows = await tx
    .selectFrom('booking')
    .select('id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)`,
    replace: `{ memberId, today }: LockedMembership): Promise<number[]> {
  const rows = await tx
    .selectFrom('booking')
    .select('id')
    .where('member_id', '=', memberId)`,
    tests: ['server/src/membership/leaving.test.ts', 'server/src/membership/membership.test.ts'],
  },
  {
    name: 'postcode-not-erased',
    area: 'privacy',
    says: 'Erasing a person forgets one column, and their postcode stays.',
    file: 'server/src/privacy/erase-personal-data.ts',
    find: `      town: null,
      postcode: null,`,
    replace: '      town: null,',
    tests: ['server/src/privacy/privacy.test.ts'],
  },
  {
    name: 'year-in-last-century',
    area: 'imports',
    says: 'A date of this year written with two digits is imported a hundred years too early.',
    file: 'server/src/imports/cells/read-date.ts',
    find: 'year <= Number(today.slice(0, 4))',
    replace: 'year < Number(today.slice(0, 4))',
    tests: ['server/src/imports/cells/reading.test.ts'],
  },
  {
    name: 'formula-in-export',
    area: 'exports',
    says: 'A name that begins with a minus or an @ runs as a formula when the export is opened.',
    file: 'server/src/exports/csv.ts',
    find: String.raw`/^[=+\-@\t\r]/.test(text)`,
    replace: String.raw`/^[=+\t\r]/.test(text)`,
    tests: ['server/src/exports/exports.test.ts'],
  },
  {
    name: 'tags-of-other-clubs',
    area: 'exports',
    says: 'An export shows the tags other clubs have given a member.',
    file: 'server/src/exports/export-rows.ts',
    find: 'where member_tag.member_id = member.id and member_tag.club_id = any(${[...clubIds]}::bigint[])) as tags',
    replace: 'where member_tag.member_id = member.id and cardinality(${[...clubIds]}::bigint[]) > 0) as tags',
    tests: ['server/src/exports/exports.test.ts'],
  },
  {
    name: 'search-in-other-clubs',
    area: 'search',
    says: 'The class search finds members of clubs the user has no rights in.',
    file: 'server/src/members/search.ts',
    find: `    .where('id', 'in', [...user.clubs.keys()])`,
    replace: `    .where('id', user.clubs.size > 0 ? 'is not' : 'is', null)`,
    tests: ['server/src/members/members.test.ts', 'server/src/classes/get-class-members.test.ts'],
  },
  {
    name: 'text-without-consent',
    area: 'consent',
    says: 'A yes to emails counts as a yes to text messages.',
    file: 'server/src/reach/reach-of.ts',
    find: 'when coalesce(standing.given, 0) & ${flag} = 0 then',
    replace: 'when coalesce(standing.given, 0) = 0 then',
    tests: ['server/src/reach/reach.test.ts'],
  },
  {
    name: 'no-news-still-news',
    area: 'unsubscribing',
    says: '“No news at all” keeps the boxes that are still ticked, so advertising goes on.',
    file: 'server/src/reach/unsubscribe-pages.ts',
    find: `answer === 'save' && textIn(body, channel) === 'yes'`,
    replace: `textIn(body, channel) === 'yes'`,
    tests: ['server/src/reach/reach.test.ts'],
  },
  {
    name: 'unescaped-merge-field',
    area: 'templates',
    says: 'A merge field in an email leaves < and > as they are, so a name can bring its own markup.',
    file: 'server/src/templates/liquid.ts',
    find: `text.replaceAll(/[&<>"']/g`,
    replace: `text.replaceAll(/[&"']/g`,
    tests: ['server/src/templates/liquid.test.ts', 'server/src/templates/letter.test.ts'],
  },
  {
    name: 'absent-every-day',
    area: 'automations',
    says: 'The automation for absent members sends its message again each day.',
    file: 'server/src/automations/find-causes.ts',
    find: `'absent:' || entry.last_attended as cause`,
    replace: `'absent:' || watch.today as cause`,
    tests: ['server/src/automations/automations.test.ts', 'server/src/automations/histories.test.ts'],
  },
]
