import { addDays } from '@honbu/contract/calendar.ts'
import { role } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import type { Staff } from './staff.ts'

/** When the staff were here last. */
export function addLogins(rows: DemoRows, clock: Clock): void {
  const random = randomFor('logins')
  const until = new Map(rows.club_user.map(user => [user.account_id, user.user_until]))
  for (const account of rows.account) {
    const left = until.get(account.id ?? 0)
    const last = addDays(left ?? clock.today, -random.between(left ? 0 : 1, 9))
    // Some have not been seen yet: they were given an account and never came.
    if (random.chance(0.12)) continue
    account.last_login = at(last, `0${random.between(7, 9)}:${random.between(10, 59)}`)
    account.last_activity = at(last, `${random.between(17, 21)}:${random.between(10, 59)}`)
  }
}

/** Someone who hasn't answered an invitation yet. */
export function addInvitation(rows: DemoRows, staff: ReadonlyMap<number, Staff>, clock: Clock): void {
  const inviter = staff.get(2)?.admin.accountId
  if (inviter === undefined) return
  const personId = rows.person.length + 1
  const created_at = at(addDays(clock.today, -3), '11:20')
  rows.person.push({ id: personId, first_name: 'Ellie', last_name: 'Marsh', gender: '-', created_at })
  rows.club_invitation.push({
    id: 1,
    club_id: 2,
    person_id: personId,
    email: 'ellie.marsh@demo.honbu.example',
    is_admin: false,
    invited_by: inviter,
    sent_at: at(addDays(clock.today, -3), '11:20'),
    expires_at: at(addDays(clock.today, 11), '11:20'),
    created_at,
  })
  rows.club_invitation_role.push({ club_invitation_id: 1, role_id: role.assistant })
}
