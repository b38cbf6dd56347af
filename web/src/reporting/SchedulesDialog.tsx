import { timeIn, todayIn } from '@honbu/contract/calendar.ts'
import { sentPeriods } from '@honbu/contract/report-periods.ts'
import {
  deleteReportSchedule,
  getReportSchedules,
  type ReportSchedule,
  sendReportNow,
} from '@honbu/contract/report-schedules.ts'
import { type ReportTab, reportTitles } from '@honbu/contract/report-tabs.ts'
import { getReportClubs } from '@honbu/contract/reporting.ts'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { shortDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import css from './Schedules.module.css'
import { rhythmWords } from './schedule-words.ts'

interface Props {
  tab: ReportTab
  clubIds: number[] | undefined
  onClose: () => void
}

/** The reports that are sent by e-mail: of all tabs, so that none is forgotten. */
export function SchedulesDialog({ tab, clubIds, onClose }: Props) {
  const answer = useRead(getReportSchedules, {})
  const clubs = useRead(getReportClubs, {})
  const [edited, setEdited] = useState<ReportSchedule | 'new' | null>(null)
  const schedules = answer.data?.schedules ?? []
  if (edited !== null && clubs.data)
    return (
      <Dialog
        title={edited === 'new' ? 'New report by e-mail' : 'Report by e-mail'}
        isOpen
        isWide
        onClose={() => setEdited(null)}
      >
        <ScheduleForm
          schedule={edited === 'new' ? null : edited}
          tab={tab}
          clubIds={clubIds ?? clubs.data.map(({ id }) => id)}
          clubs={clubs.data}
          onDone={() => setEdited(null)}
        />
      </Dialog>
    )
  return (
    <Dialog
      title="Send by e-mail"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" disabled={!clubs.data} onClick={() => setEdited('new')}>
            New
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {answer.error && (
        <ErrorState
          title="What is sent could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="4rem" />}
      {answer.data && schedules.length === 0 && (
        <EmptyState icon={<IconMail size={24} />} title="No report is sent yet">
          Have a report sent every day, week or month to those who work in these clubs.
        </EmptyState>
      )}
      {schedules.length > 0 && (
        <ul className={css.schedules} aria-label="Reports that are sent">
          {schedules.map(schedule => (
            <Schedule key={schedule.id} schedule={schedule} onEdit={() => setEdited(schedule)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Schedule({ schedule, onEdit }: { schedule: ReportSchedule; onEdit: () => void }) {
  const { id, tab, period, format, clubIds, clubs, recipients, nextAt, lastSentAt, timeZone } = schedule
  const { ask, dialog } = useConfirm()
  const sendNow = useWrite(sendReportNow, { invalidates: [] })
  const remove = useWrite(deleteReportSchedule, { invalidates: [getReportSchedules] })
  const name = `${reportTitles[tab]}, ${sentPeriods[period].title.replace(/^./, letter => letter.toLowerCase())}`

  async function send() {
    const result = await sendNow.mutateAsync({ tab, period, format, clubIds })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: `It is on its way to ${result.to}.` })
  }

  async function end() {
    const isSure = await ask({
      title: 'End this report?',
      text: `“${name}” is sent to nobody any more.`,
      action: 'End it',
      isDanger: true,
    })
    if (!isSure) return
    const result = await remove.mutateAsync({ id })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  const lost = recipients.filter(({ maySee }) => !maySee)
  return (
    <li className={css.schedule}>
      <div className={css.words}>
        <strong>{name}</strong>
        <span>
          {rhythmWords(schedule)}, {format === 'pdf' ? 'PDF' : 'Excel'}
        </span>
        <span className={css.soft}>
          {clubs.length === 1 ? clubs[0]?.name : `${clubs.length} clubs`} · to{' '}
          {recipients.map(each => each.name).join(', ') || 'nobody'}
        </span>
        <span className={css.soft}>
          Next {when(nextAt, timeZone)}
          {lastSentAt && ` · last sent ${when(lastSentAt, timeZone)}`}
        </span>
        {lost.length > 0 && (
          <span className={css.lost}>
            {lost.map(each => each.name).join(', ')} may not see all of these clubs any more, and gets nothing.
          </span>
        )}
      </div>
      <div className={css.actions}>
        <Button isBusy={sendNow.isPending} onClick={() => void send()} aria-label={`Send it to me now: ${name}`}>
          Send it to me now
        </Button>
        <Button onClick={onEdit} aria-label={`Change: ${name}`}>
          Change
        </Button>
        <Button variant="quiet" isBusy={remove.isPending} onClick={() => void end()} aria-label={`End: ${name}`}>
          End
        </Button>
      </div>
      {dialog}
    </li>
  )
}

const when = (instant: string, timeZone: string) =>
  `${shortDay(todayIn(timeZone, new Date(instant)))}, ${timeIn(timeZone, new Date(instant))}`
