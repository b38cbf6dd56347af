import css from './Collections.module.css'
import { DirectDebit } from './DirectDebit.tsx'
import { ExternalPayments } from './ExternalPayments.tsx'
import { Subscriptions } from './Subscriptions.tsx'

/** How a member's money comes through providers: a part of the tab Money. */
export const MemberCollections = ({ memberId }: { memberId: number }) => (
  <div className={css.panels}>
    <ExternalPayments memberId={memberId} />
    <DirectDebit memberId={memberId} />
    <Subscriptions memberId={memberId} />
  </div>
)
