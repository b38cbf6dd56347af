import { currency, mediumDate } from '@honbu/contract/format.ts'
import { getGradingCandidates, setGradingCandidate } from '@honbu/contract/gradings.ts'
import type { ReactNode } from 'react'
import { useWrite } from '../app/api.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import { BeltSize } from './BeltSize.tsx'
import css from './CandidateDetail.module.css'
import { CertificateButton } from './CertificateButton.tsx'
import { type Candidate, fullName, type Grades, type GradingDayData } from './candidates.ts'
import { GradingHistory } from './GradingHistory.tsx'

interface Props {
  row: Candidate
  day: GradingDayData
  grades: Grades
}

/** What lies behind a row: the facts, the gradings before, and what can be done. */
export function CandidateDetail({ row, day, grades }: Props) {
  const { classId, classDate, fee } = day
  const name = fullName(row)
  const grade = grades.get(row.currentGradeId ?? 0)
  const takeOut = useWrite(setGradingCandidate, {
    invalidates: [getGradingCandidates],
    onRefused: ({ message }) => showToast({ tone: 'bad', message }),
    onSuccess: () =>
      showToast({
        message: `${name} is off the list.`,
        action: {
          text: 'Undo',
          run: () => takeOut.mutate({ id: row.memberId, isCandidate: true, classId, classDate }),
        },
      }),
  })
  return (
    <div className={css.detail}>
      <dl className={css.facts}>
        <Fact name="Status">
          <MemberStatus id={row.memberStatusId} />
        </Fact>
        <Fact name="Present grade">{grade?.belt.gradeName ?? 'None yet'}</Fact>
        <Fact name="Last grading">{row.lastGrading ? mediumDate(row.lastGrading) : 'None yet'}</Fact>
        <Fact name="Fee">{fee > 0 ? currency(fee) : 'None'}</Fact>
        <Fact name="Owes the club">{row.debtInfo || 'Nothing overdue'}</Fact>
        {row.result?.reason && <Fact name="Reason">{row.result.reason}</Fact>}
        {row.result?.note && <Fact name="Note">{row.result.note}</Fact>}
        {row.result?.by && <Fact name="Saved by">{row.result.by}</Fact>}
      </dl>
      <BeltSize memberId={row.memberId} name={name} size={row.beltSize} hasLabel />
      <GradingHistory memberId={row.memberId} name={name} />
      <div className={css.actions}>
        {row.result?.passed && (
          <CertificateButton classId={classId} classDate={classDate} memberId={row.memberId} text="Certificate" />
        )}
        <AppLink to={memberAddress(row.memberId)} className={buttonClass('secondary')}>
          Open member
        </AppLink>
        {!row.result && (
          <Button
            isBusy={takeOut.isPending}
            onClick={() => takeOut.mutate({ id: row.memberId, isCandidate: false, classId, classDate })}
          >
            Take off the list
          </Button>
        )}
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
