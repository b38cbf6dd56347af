import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { useRead } from '../app/api.ts'
import { Panel } from '../ui/Panel.tsx'
import { SetUpHint } from './SetUpHint.tsx'

/** The set-up guide in the settings of a club, until it's finished. */
export function SetUpPanel({ clubId }: { clubId: number }) {
  const { data } = useRead(getFirstHour, { clubId })
  if (data?.clubs[0]?.isFinished !== false) return null
  return (
    <Panel title="Set-up guide">
      <SetUpHint clubId={clubId} />
    </Panel>
  )
}
