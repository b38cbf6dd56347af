// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source text of other files
import type { Fault } from './fault.ts'

export const faultsOfPlatform: readonly Fault[] = [
  {
    name: 'guard-dropped',
    area: 'access',
    says: 'SaveNote no longer asks whether the user works in the club that sends the note.',
    file: 'contract/src/notes.ts',
    find: `access: [member('id'), orNew(note('memberNoteId')), club('clubId')]`,
    replace: `access: [member('id'), orNew(note('memberNoteId'))]`,
    tests: ['server/src/notes/notes.test.ts', 'server/test/stranger.test.ts'],
  },
  {
    name: 'tokens-outlive-password',
    area: 'identity',
    says: 'A thief of a password stays logged in after the owner has reset it.',
    file: 'server/src/identity/sessions.ts',
    find: `where account.id = account_session.account_id and account.sub = \${sub} and ended_at is null
      and uid <> \${exceptUid}\`.execute(tx)
  await tx
    .deleteFrom('oidc_payload')
    .where('account_sub', '=', sub)
    .where(eb => eb.or([eb('uid', 'is', null), eb('uid', '<>', exceptUid)]))`,
    replace: `where account.id = account_session.account_id and account.sub = \${sub} and ended_at is null
      and uid <> \${exceptUid}\`.execute(tx)
  await tx
    .deleteFrom('oidc_payload')
    .where('account_sub', '=', sub)
    .where('uid', '=', exceptUid)`,
    tests: ['server/src/identity/pages/accounts.test.ts', 'server/src/identity/sessions.test.ts'],
  },
  {
    name: 'script-in-timetable',
    area: 'enquiries',
    says: `A class description can close the public timetable's script and bring its own.`,
    file: 'server/src/platform/public-page.ts',
    find: String.raw`JSON.stringify(structuredData).replaceAll('<', '\\u003c')`,
    replace: 'JSON.stringify(structuredData)',
    tests: ['server/src/enquiries/timetable.test.ts', 'server/src/enquiries/enquiries.test.ts'],
  },
  {
    name: 'rows-lost-between-pages',
    area: 'grid',
    says: 'Ties in the sort have no order, so a row appears on two pages and another on none.',
    file: 'server/src/platform/grid.ts',
    find: `return rows.orderBy(expression(grid.id), grid.newestFirst ? 'desc' : 'asc')`,
    replace: `return sort.length > 0 ? rows : rows.orderBy(expression(grid.id), grid.newestFirst ? 'desc' : 'asc')`,
    tests: ['server/src/platform/grid.test.ts'],
  },
  {
    name: 'key-for-any-write',
    area: 'repeated writes',
    says: 'A second, different write under a used Idempotency-Key is dropped and gets the first answer.',
    file: 'server/src/platform/repeated-write.ts',
    find: 'before.action !== action || !before.inputHash.equals(inputHash)',
    replace: 'before.action !== action',
    tests: ['server/src/platform/repeated-write.test.ts'],
  },
  {
    name: 'dead-help-link',
    area: 'help',
    says: `The register's help button leads to an article that doesn't exist.`,
    file: 'web/src/help/screen-articles.ts',
    find: `'/clubadmin/classes-and-events/class-roster/{id}': '3/take-the-register'`,
    replace: `'/clubadmin/classes-and-events/class-roster/{id}': '3/take-a-register'`,
    tests: ['web/src/help/screen-articles.test.ts', 'e2e/help.e2e.ts'],
  },
  {
    name: 'swallowed-refusal',
    area: 'forms',
    says: `A form shows nothing when the server's refusal is about no field of the form.`,
    file: 'web/src/ui/form/place-refusal.ts',
    find: `onTop: beside.length > 0 && !rest ? '' : rest?.[1] || message`,
    replace: `onTop: rest ? rest[1] || message : ''`,
    tests: ['web/src/ui/form/place-refusal.test.ts', 'e2e/gradings.e2e.ts'],
  },
  {
    name: 'field-without-label',
    area: 'screens',
    says: 'No field of a form is tied to its label, so a screen reader names none of them.',
    file: 'web/src/ui/form/Field.tsx',
    find: '<label className={css.label} htmlFor={id}>',
    replace: '<label className={css.label} htmlFor={`${id}-input`}>',
    tests: ['web/src/ui/form/Field.test.tsx', 'e2e/clubs.e2e.ts'],
  },
]
