import { counted } from '@honbu/contract/format.ts'
import { checkInstallation, type Finding, getInstallation } from '@honbu/contract/operator.ts'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Operator.module.css'
import { TestEmail } from './TestEmail.tsx'

/** Alerts first, then everything else that was checked, and the versions. */
export function StatusTab() {
  const { data: installation } = useRead(getInstallation, {})
  const { data, error, refetch, isFetching } = useRead(checkInstallation, {})
  const findings = data?.findings ?? []
  const alerts = findings.filter(({ isGood }) => !isGood)
  return (
    <>
      <Panel
        title="Health"
        aside={
          <Button variant="quiet" isBusy={isFetching} onClick={() => void refetch()}>
            <IconRefresh size={18} aria-hidden="true" />
            Check again
          </Button>
        }
      >
        {error && <ErrorState title="We couldn’t check this." error={error} retry={() => void refetch()} />}
        {!data && !error && <SkeletonRows count={8} height="2rem" />}
        {data && (
          <>
            <p role="status">
              {alerts.length === 0
                ? 'Everything is fine.'
                : `${counted(alerts.length, 'thing')} ${alerts.length === 1 ? 'needs' : 'need'} attention.`}
            </p>
            <ul className={css.findings} aria-label="Checks">
              {[...alerts, ...findings.filter(({ isGood }) => isGood)].map(finding => (
                <FindingRow key={`${finding.name} ${finding.text}`} finding={finding} />
              ))}
            </ul>
          </>
        )}
      </Panel>
      <TestEmail />
      {installation && (
        <Panel title="Versions">
          <Facts
            facts={[
              ['Honbu', installation.product],
              ['Node', installation.node],
              ['Postgres', installation.postgres],
              ['Schema', installation.schema],
            ]}
          />
        </Panel>
      )}
      {installation && (
        <Panel title="Settings">
          {installation.settings.length > 0 ? (
            <Facts facts={installation.settings.map(({ name, value }) => [name, value] as const)} />
          ) : (
            <p>All settings have their defaults.</p>
          )}
        </Panel>
      )}
    </>
  )
}

const icon = { size: 20, 'aria-hidden': true } as const

function FindingRow({ finding: { name, isGood, text } }: { finding: Finding }) {
  return (
    <li className={css.finding}>
      <span className={isGood ? css.good : css.bad}>
        {isGood ? <IconCircleCheck {...icon} /> : <IconAlertTriangle {...icon} />}
      </span>
      <span className={css.name}>
        {name}
        {!isGood && <span className={css.bad}> needs attention</span>}
      </span>
      <span className={css.text}>
        {text}
        {name === 'queues' && !isGood && (
          <>
            {'. '}
            <AppLink to="/operator/queues">Open queues</AppLink>
          </>
        )}
      </span>
    </li>
  )
}
