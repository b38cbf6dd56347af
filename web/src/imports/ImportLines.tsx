import type { Output } from '@honbu/contract/endpoint.ts'
import {
  checkImport,
  getImportLines,
  type ImportMapping,
  type ImportOutcome,
  importLineColumns,
} from '@honbu/contract/imports.ts'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import { useWrite } from '../app/api.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './ImportLines.module.css'

type Line = Output<typeof getImportLines>['data'][number]

/** What becomes, or became, of each line: who it is, what is stored, and what could not be used. */
export function ImportLines({ importId, mapping, isDone }: Props) {
  const check = useWrite(checkImport, { onRefused: ({ message }) => showToast({ message, tone: 'bad' }) })
  /** Chooses for one line whether it's the same person, and checks the file again. */
  function choose(line: number) {
    if (!mapping) return
    const others = new Set(mapping.otherNames)
    if (!others.delete(line)) others.add(line)
    check.mutate({ id: importId, ...mapping, otherNames: [...others] })
  }
  return (
    <DataGrid
      label="Lines of the file"
      name="import-lines"
      call={getImportLines}
      input={{ id: importId }}
      columns={importLineColumns}
      cells={{
        outcome: ({ outcome }) => <Outcome outcome={outcome} />,
        name: line => <Who line={line} />,
        problemCount: false,
      }}
      extra={[
        {
          id: 'problems',
          title: 'To look at',
          cell: line => <Problems line={line} isBusy={check.isPending} choose={mapping && choose} />,
        },
        {
          id: 'stored',
          title: isDone ? 'What was stored' : 'What would be stored',
          cell: line => <Stored line={line} />,
        },
      ]}
      rowKey={({ line }) => line}
      empty={
        <EmptyState icon={<IconFileSpreadsheet size={24} />} title="No lines">
          What became of the single lines is kept for 30 days.
        </EmptyState>
      }
    />
  )
}

const outcomes: Readonly<Record<ImportOutcome, readonly [text: string, tone: Tone]>> = {
  new: ['New', 'good'],
  changed: ['Changed', 'accent'],
  duplicate: ['Already there', 'neutral'],
  refused: ['Left out', 'bad'],
}

function Outcome({ outcome }: Pick<Line, 'outcome'>) {
  const [text, tone] = outcomes[outcome]
  return <Badge tone={tone}>{text}</Badge>
}

const Who = ({ line: { name, memberId } }: { line: Line }) =>
  memberId === null ? name || '–' : <AppLink to={memberAddress(memberId)}>{name}</AppLink>

interface Props {
  importId: number
  /** Before it's imported: what the columns mean, and what was chosen. */
  mapping?: ImportMapping
  isDone: boolean
}

interface ProblemsProps {
  line: Line
  isBusy: boolean
  choose: ((line: number) => void) | undefined
}

function Problems({ line: { line, problems }, isBusy, choose }: ProblemsProps) {
  if (problems.length === 0) return '–'
  return (
    <ul className={css.problems}>
      {problems.map(({ column, text, choice }) => (
        <li key={column + text}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          <span>
            {column && <strong>{column}: </strong>}
            {text}
            {choice && choose && (
              <Button variant="quiet" isBusy={isBusy} onClick={() => choose(line)}>
                {choice === 'one' ? 'Same person' : 'Someone else'}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Stored({ line: { stored } }: { line: Line }) {
  if (stored.length === 0) return '–'
  const [first] = stored
  return (
    <details className={css.stored}>
      <summary>{stored.length === 1 ? first?.title : `${stored.length} fields`}</summary>
      <dl>
        {stored.map(({ title, before, after }) => (
          <div key={title + after}>
            <dt>{title}</dt>
            <dd>
              {before !== null && (
                <>
                  <del>{before}</del>{' '}
                </>
              )}
              {after}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
