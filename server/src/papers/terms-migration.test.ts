import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { migrate, migrationFiles } from '../platform/migrate.ts'

const { db } = await freshDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-before-papers-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('the yes or no of before becomes a document with signatures', async () => {
  for (const [name, file] of migrationFiles())
    if (name < '0023') copyFileSync(file, path.join(folder, path.basename(file)))
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(db, folder)
  await sql`
    insert into club (root_club_id, code, name, terms_required) values (0, 'A', 'Asks', true), (0, 'B', 'Asked', false),
      (0, 'C', 'Never', false)`.execute(db)
  await sql`insert into person (first_name, last_name) values ('Ann', 'Moss'), ('Bob', ''), ('Cid', 'Low')`.execute(db)
  await sql`
    insert into member (root_club_id, person_id, code)
    select club.id, person.id, person.first_name from club cross join person where club.code = 'A'`.execute(db)
  await sql`
    insert into club_member (member_id, club_id, root_club_id, member_status_id, terms_accepted_at)
    select id, root_club_id, root_club_id, 21, case code when 'Ann' then timestamptz '2024-02-29T12:00Z'
      when 'Bob' then '2025-01-01T12:00Z' end
    from member`.execute(db)

  await migrate(db)
  const { rows } = await sql`
    select member.code, document.is_required as "isRequired", answer, how, signer_name as name, signed_at as at
    from document join document_version using (club_id)
    join club_member using (club_id) join member on member.id = club_member.member_id
    left join document_signature on document_signature.member_id = member.id
    order by member.code`.execute(db)
  const carried = { isRequired: true, answer: 'signed', how: 'carried' }
  expect(rows).toEqual([
    { code: 'Ann', ...carried, name: 'Ann Moss', at: new Date('2024-02-29T12:00:00Z') },
    { code: 'Bob', ...carried, name: 'Bob', at: new Date('2025-01-01T12:00:00Z') },
    { code: 'Cid', isRequired: true, answer: null, how: null, name: null, at: null },
  ])
  const { rows: unsigned } = await sql`
    select member.code from unsigned_document join member on member.id = member_id`.execute(db)
  expect(unsigned).toEqual([{ code: 'Cid' }])
  const { rows: inForce } = await sql`
    select club.code from document_in_force join club on club.id = club_id`.execute(db)
  expect(inForce).toEqual([{ code: 'A' }])
})
