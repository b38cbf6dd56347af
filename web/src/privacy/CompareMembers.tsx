import { currency, shortDate } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import type { MemberDetails } from '../member-view/panel-props.ts'
import css from './Privacy.module.css'

/** Two records side by side, to see whether they are one human. */
export function CompareMembers({ stays, goes }: { stays: MemberDetails; goes: MemberDetails }) {
  return (
    <div className={css.scroll}>
      <table className={css.compare}>
        <thead>
          <tr>
            <td />
            <th scope="col">Stays: [{stays.code}]</th>
            <th scope="col">Goes into it: [{goes.code}]</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label} data-differs={value(stays) !== value(goes) || undefined}>
              <th scope="row">{label}</th>
              <td>{value(stays) || '–'}</td>
              <td>{value(goes) || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const facts: readonly (readonly [string, (member: MemberDetails) => string | null])[] = [
  ['Name', member => `${member.firstName} ${member.lastName}`.trim()],
  ['Born', ({ dob }) => dob && shortDate(dob)],
  ['E-mail', ({ email }) => email],
  ['Mobile', ({ phoneMob }) => phoneMob],
  ['Address', ({ address }) => address],
  [
    'Memberships',
    ({ memberships }) =>
      memberships.map(({ clubName, memberStatusId }) => `${clubName}: ${names[memberStatusId]}`).join(', '),
  ],
  ['Grades', ({ belts }) => belts.map(({ belt }) => belt?.gradeName ?? '').join(', ')],
  ['Last came', ({ lastAttendance }) => lastAttendance && shortDate(lastAttendance)],
  ['Balance', ({ balance }) => currency(balance)],
]
