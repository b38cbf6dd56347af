import type { Output } from '@honbu/contract/endpoint.ts'
import { shortDate } from '@honbu/contract/format.ts'
import type { getClasses } from '@honbu/contract/member-view.ts'
import { removeClass } from '@honbu/contract/members.ts'
import { time } from '@honbu/contract/time-of-day.ts'
import { IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { AddToClass } from './AddToClass.tsx'
import css from './EnrolledClasses.module.css'
import type { MemberDetails } from './panel-props.ts'

type Enrolment = Output<typeof getClasses>[number]

interface Props {
  answer: UseQueryResult<Enrolment[]>
  details: MemberDetails
}

const weekdays = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The classes of a member; those that are over on demand. */
export function EnrolledClasses({ answer, details }: Props) {
  const [showsPast, setShowsPast] = useState(false)
  const { ask, dialog } = useConfirm()
  const leave = useWrite(removeClass, {
    onSuccess: () => showToast({ message: 'Taken off the class.' }),
    onRefused: ({ message }) => void showToast({ message, tone: 'bad' }),
  })
  const name = `${details.firstName} ${details.lastName}`.trim()
  const all = answer.data ?? []
  const past = all.filter(({ isCurrent }) => !isCurrent)
  const shown = showsPast ? all : all.filter(({ isCurrent }) => isCurrent)

  async function press({ classId, className }: Enrolment) {
    const yes = await ask({
      title: `Take ${name} off ${className}?`,
      text: 'From today on he or she is not expected any more; what was attended stays.',
      action: 'Take off',
      isDanger: true,
    })
    if (yes) leave.mutate({ id: details.memberId, classId })
  }

  return (
    <Panel title="Classes" aside={<AddToClass details={details} />} flush>
      {answer.error && !answer.data && (
        <ErrorState title="This could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="3rem" />}
      {answer.data && shown.length === 0 && (
        <EmptyState title="In no class">With “Add to a class” {name} stands on its register every week.</EmptyState>
      )}
      <ul className={css.classes}>
        {shown.map(enrolment => (
          <li key={enrolment.enrolmentId} className={css.class} data-past={!enrolment.isCurrent || undefined}>
            <div className={css.words}>
              <AppLink to={`/clubadmin/classes-and-events/view/${enrolment.classId}`} className={css.name}>
                {enrolment.className}
              </AppLink>
              <span className={css.soft}>
                {[
                  enrolment.times.map(({ weekday, startTime }) => `${weekdays[weekday]} ${time(startTime)}`).join(', '),
                  enrolment.location,
                  enrolment.clubName,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <span className={css.soft}>
              {enrolment.isCurrent || !enrolment.removedOn
                ? `since ${shortDate(enrolment.dateAdded)}`
                : `${shortDate(enrolment.dateAdded)} to ${shortDate(enrolment.removedOn)}`}
            </span>
            <span className={css.count}>
              {enrolment.attended === 1 ? '1 class attended' : `${enrolment.attended} classes attended`}
              {enrolment.lastAttended && `, last ${shortDate(enrolment.lastAttended)}`}
            </span>
            {enrolment.isCurrent ? (
              <IconButton
                label={`Take ${name} off ${enrolment.className}`}
                icon={<IconX size={18} aria-hidden="true" />}
                disabled={leave.isPending}
                onClick={() => void press(enrolment)}
              />
            ) : (
              <span className={css.noAction} />
            )}
          </li>
        ))}
      </ul>
      {past.length > 0 && (
        <div className={css.more}>
          <Button variant="quiet" aria-expanded={showsPast} onClick={() => setShowsPast(!showsPast)}>
            {showsPast ? 'Hide classes that are over' : `Show ${past.length} earlier`}
          </Button>
        </div>
      )}
      {dialog}
    </Panel>
  )
}
