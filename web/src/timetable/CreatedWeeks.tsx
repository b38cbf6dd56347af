import { getTimetables } from '@honbu/contract/timetable-text.ts'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import { useUndoWeek } from './use-undo-week.ts'
import css from './WeekPreview.module.css'

/** The weeks that were created from text, each with its way back. */
export function CreatedWeeks({ clubId }: { clubId: number }) {
  const weeks = useRead(getTimetables, { clubId })
  const undo = useUndoWeek()
  const { ask, dialog } = useConfirm()
  if (weeks.error)
    return <ErrorState title="We couldn’t load earlier weeks." error={weeks.error} retry={() => void weeks.refetch()} />
  if (!weeks.data || weeks.data.length === 0) return null
  async function askAndUndo(batchId: number, classes: readonly string[]) {
    const isSure = await ask({
      title: 'Undo this week?',
      text: `${new Intl.ListFormat('en-GB').format(classes)} will be deleted, with your changes to them.`,
      action: 'Undo week',
      isDanger: true,
    })
    if (isSure) await undo(batchId)
  }
  return (
    <Panel title="Created before">
      <ul className={css.list}>
        {weeks.data.map(({ batchId, createdAt, classes, inTheWay }) => (
          <li key={batchId} className={css.row}>
            <strong className={css.name}>{moment(createdAt)}</strong>
            <span className={css.times}>
              <span>{classes.join(', ')}</span>
              {inTheWay !== '' && <span className={css.note}>{inTheWay} It can’t be undone.</span>}
            </span>
            {inTheWay === '' && <Button onClick={() => void askAndUndo(batchId, classes)}>Undo week</Button>}
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}
