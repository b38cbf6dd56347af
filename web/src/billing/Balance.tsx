import type { getCreditBalance } from '@honbu/contract/billing.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { accounting } from '@honbu/contract/format.ts'
import { Facts } from '../ui/Facts.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './MoneyPanel.module.css'

type Club = Output<typeof getCreditBalance>['clubs'][number]

/** What a member has at each club, and how old it is what he owes there. Nothing where there was no money ever. */
export const Balance = ({ clubs }: { clubs: readonly Club[] }) =>
  clubs.map(club => (
    <Panel key={club.clubId} title={clubs.length > 1 ? `Balance at ${club.clubName}` : 'Balance'}>
      <div className={css.balance}>
        <Facts facts={factsOf(club)} />
      </div>
    </Panel>
  ))

const factsOf = ({ balance, credit, notDue, upTo7, upTo30, upTo60, upTo90, over90 }: Club) =>
  [
    ['Balance', accounting(balance)] as const,
    ...(
      [
        ['Credit not used yet', credit],
        ['Open, not due yet', notDue],
        ['Due for up to 7 days', upTo7],
        ['Overdue 8 to 30 days', upTo30],
        ['Overdue 31 to 60 days', upTo60],
        ['Overdue 61 to 90 days', upTo90],
        ['Overdue more than 90 days', over90],
      ] as const
    ).map(([label, pounds]) => [label, pounds > 0 && accounting(pounds)] as const),
  ] as const
