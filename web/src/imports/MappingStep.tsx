import { wholeNumber } from '@honbu/contract/format.ts'
import { importKinds } from '@honbu/contract/import-fields.ts'
import { checkImport, getImportFile, guessImport, type ImportMapping } from '@honbu/contract/imports.ts'
import { IconListCheck, IconWand } from '@tabler/icons-react'
import { useState } from 'react'
import { isRefusal, readQuery, useRead, useWrite } from '../app/api.ts'
import { queries } from '../app/queries.ts'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import css from './ImportCheck.module.css'
import { DiscardButton } from './ImportCheck.tsx'
import type { Import } from './import.ts'
import { textsToMatch, toSend, undecided, withGrades } from './mapping-draft.ts'
import { OptionsPanel } from './OptionsPanel.tsx'
import { ReadingPanel } from './ReadingPanel.tsx'
import { ValuesPanel } from './ValuesPanel.tsx'

const kinds = { members: 'Members', gradings: 'Gradings' } as const

/** How the file is read, what its columns and texts mean, and what is done with members who are there. */
export function MappingStep({ batch }: { batch: Import }) {
  const { importId, failure, hasFile } = batch
  const { setSearch } = useAddress()
  const answer = useRead(getImportFile, { id: importId }, { enabled: hasFile, staleTime: 60_000 })
  const [mapping, setMapping] = useState<ImportMapping>(batch.mapping)
  const [problem, setProblem] = useState<string | null>(null)
  const check = useWrite(checkImport)
  const file = answer.data

  async function send() {
    if (!file) return
    const open = undecided(mapping, file.columns).map(({ heading }) => heading)
    if (open.length > 0) {
      setProblem(`Choose what these columns are, or leave them out: ${open.join(', ')}.`)
      return
    }
    setProblem(null)
    const result = await check.mutateAsync({ id: importId, ...toSend(mapping, file) })
    if (isRefusal(result)) setProblem(result.message)
    else setSearch({ step: undefined, filter: undefined, page: undefined })
  }
  async function guess() {
    setProblem(null)
    setMapping(await queries.fetchQuery(readQuery(guessImport, { id: importId })))
  }
  /** The belts are matched again: the grades are others. */
  async function chooseDiscipline(disciplineId: number | null) {
    setMapping({ ...mapping, disciplineId })
    if (disciplineId === null) return
    const guessed = await queries.fetchQuery(readQuery(guessImport, { id: importId, disciplineId }))
    setMapping(now => withGrades({ ...now, disciplineId }, guessed.values))
  }
  if (!hasFile) return <p className={css.problem}>The file of this import has been deleted. Choose it again.</p>
  return (
    <>
      {failure && (
        <p className={css.problem} role="alert">
          {failure}
        </p>
      )}
      {answer.error && (
        <ErrorState title="The file could not be read." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={8} height="56px" />}
      {file && (
        <>
          <Panel title="The file">
            <ReadingPanel batch={batch} file={file} />
          </Panel>
          <Panel
            title="What the columns are"
            aside={
              <Segmented
                label="What the list is about"
                options={importKinds.map(value => ({ value, text: kinds[value] }))}
                value={mapping.kind}
                onChoose={kind => setMapping({ ...mapping, kind })}
              />
            }
          >
            <ColumnsPanel mapping={mapping} file={file} onChange={setMapping} />
          </Panel>
          {textsToMatch(mapping, file).length > 0 && (
            <Panel title="What the words in them mean">
              <ValuesPanel mapping={mapping} file={file} onChange={setMapping} />
            </Panel>
          )}
          <Panel title="How it is imported">
            <OptionsPanel
              mapping={mapping}
              file={file}
              onChange={setMapping}
              onDiscipline={disciplineId => void chooseDiscipline(disciplineId)}
            />
          </Panel>
          {problem && (
            <p className={css.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={css.actions}>
            <Button variant="primary" isBusy={check.isPending} onClick={() => void send()}>
              <IconListCheck size={18} aria-hidden="true" />
              Check {wholeNumber(file.lines)} lines
            </Button>
            <Button onClick={() => void guess()}>
              <IconWand size={18} aria-hidden="true" />
              Guess again
            </Button>
            <DiscardButton batch={batch} />
          </div>
          <p className={css.soft}>Checking stores nothing: it shows line by line what an import would do.</p>
        </>
      )}
    </>
  )
}
