import { getNextCharges } from '@honbu/contract/charging.ts'
import { getNextSession } from '@honbu/contract/member-view.ts'
import { getMemberDisciplines } from '@honbu/contract/membership.ts'
import type { ReactNode } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Belt } from '../ui/Belt.tsx'
import { shortDay } from '../ui/dates.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './AtAGlance.module.css'
import { nextPaymentOf } from './glance-text.ts'
import { type MemberTab, memberTabAddress } from './member-tabs.ts'
import type { MemberPanelProps } from './panel-props.ts'

/** Answers what a parent on the phone asks beside the balance, which the header shows: next lesson, belt and payment. */
export function AtAGlance({ memberId }: Pick<MemberPanelProps, 'memberId'>) {
  const session = useRead(getNextSession, { id: memberId })
  const studied = useRead(getMemberDisciplines, { id: memberId })
  const charges = useRead(getNextCharges, { id: memberId })
  const next = session.data?.session
  const steps = studied.data?.filter(({ nextGrade }) => nextGrade) ?? []
  const payment = charges.data && nextPaymentOf(charges.data)
  const answer = ({ title, tab, isKnown = true, more, value }: Answer) => (
    <AppLink to={memberTabAddress(memberId, tab)} className={css.answer}>
      <span className={css.title}>{title}</span>
      <span className={css.value}>{isKnown ? value : <Skeleton width="8em" />}</span>
      {more && <span className={css.more}>{more}</span>}
    </AppLink>
  )
  return (
    <section className={css.glance} aria-label="At a glance">
      {answer({
        title: 'Next lesson',
        tab: 'bookings',
        isKnown: !session.isLoading,
        value: next ? `${shortDay(next.classDate)}, ${next.startTime}` : 'None planned',
        more: next && [next.className, next.location].filter(Boolean).join(', '),
      })}
      {answer({
        title: 'Next belt',
        tab: 'grades',
        isKnown: !studied.isLoading,
        value: steps.length === 0 ? 'None' : steps.map(step => <Next key={step.disciplineId} belt={step.nextGrade} />),
        more: steps.map(({ gradingProgress }) => gradingProgress).join('; '),
      })}
      {answer({
        title: 'Next payment',
        tab: 'membership',
        isKnown: !charges.isLoading,
        value: payment?.value ?? 'None due',
        more: payment?.more,
      })}
    </section>
  )
}

interface Answer {
  title: string
  tab: MemberTab
  isKnown?: boolean
  value: ReactNode
  more?: string | null | undefined
}

const Next = ({ belt }: { belt: Parameters<typeof Belt>[0]['belt'] | null }) => belt && <Belt belt={belt} />
