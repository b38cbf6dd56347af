import { leftOutReasons } from '@honbu/contract/charging.ts'
import { currency, mediumDate, wholeNumber } from '@honbu/contract/format.ts'
import clsx from 'clsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import css from './Charging.module.css'
import type { Preview } from './run.ts'

/** What would be charged. */
export function Charges({ preview: { charged } }: { preview: Preview }) {
  if (charged.length === 0) return <p className={css.soft}>Nothing is due.</p>
  return (
    <table className={clsx(css.table, css.stacks)}>
      <caption>What would be charged</caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">For</th>
          <th scope="col">Due</th>
          <th scope="col">Method</th>
          <th scope="col" className={css.number}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {charged.map(charge => (
          <tr key={`${charge.clubMemberId} ${charge.description}`}>
            <td>
              <AppLink to={`${memberAddress(charge.memberId)}/membership`}>{charge.memberName}</AppLink>
            </td>
            <td className={css.whole}>{charge.description}</td>
            <td data-title="Due">{mediumDate(charge.dueOn)}</td>
            <td>{charge.paymentMethod}</td>
            <td className={css.number}>{currency(charge.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Who is left out, and why. */
export function LeftOut({ preview: { leftOut, byReason } }: { preview: Preview }) {
  if (leftOut.length === 0) return <p className={css.soft}>Nobody is left out.</p>
  return (
    <>
      <ul className={css.reasons}>
        {byReason.map(({ reason, memberships }) => (
          <li key={reason}>
            {leftOutReasons[reason]}: {wholeNumber(memberships)}
          </li>
        ))}
      </ul>
      <table className={clsx(css.table, css.stacks)}>
        <caption>Who is left out, and why</caption>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Why</th>
            <th scope="col">Plan</th>
            <th scope="col">Next payment</th>
          </tr>
        </thead>
        <tbody>
          {leftOut.map(row => (
            <tr key={row.clubMemberId}>
              <td>
                <AppLink to={`${memberAddress(row.memberId)}/membership`}>{row.memberName}</AppLink>
              </td>
              <td className={css.whole}>{leftOutReasons[row.reason]}</td>
              <td>{row.planName}</td>
              <td {...(row.nextPayment && { 'data-title': 'Next payment' })}>
                {row.nextPayment ? mediumDate(row.nextPayment) : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
