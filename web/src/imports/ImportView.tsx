import { getImport, getImportLines } from '@honbu/contract/imports.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readKey, useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { moment } from '../ui/moments.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { ImportCheck } from './ImportCheck.tsx'
import { ImportDone } from './ImportDone.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import type { Import } from './import.ts'
import { importsAddress } from './import-address.ts'
import { isWorking, stateWords } from './import-words.ts'
import { MappingStep } from './MappingStep.tsx'

/** One import, at whatever step it is: what the columns mean, what would happen, how far it is, what happened. */
export function ImportView() {
  const { params, search } = useAddress()
  const [clubId, importId] = [idOf(params.id), idOf(params.importId)]
  const answer = useRead(
    getImport,
    { id: importId },
    { refetchInterval: query => (isWorking(query.state.data?.state) ? 600 : false) },
  )
  const batch = answer.data
  useLinesAnew(batch?.state)
  const [text, tone] = stateWords[batch?.state ?? 'uploaded']
  return (
    <Screen>
      <PageHeader
        title={batch?.fileName ?? <SkeletonTitle error={answer.error}>File</SkeletonTitle>}
        crumbs={[
          { text: batch?.clubName ?? 'Club', to: clubAddress(clubId, 'members') },
          { text: 'Import', to: importsAddress(clubId) },
        ]}
      >
        {batch && (
          <>
            <Badge tone={tone}>{text}</Badge> {moment(batch.importedAt ?? batch.createdAt)}
            {` · ${batch.by || 'command line'}`}
          </>
        )}
      </PageHeader>
      {answer.error && (
        <ErrorState
          title={batch ? 'This is not up to date.' : 'The import could not be loaded.'}
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="48px" />}
      {batch && <Step batch={batch} isChanging={search.step === 'columns'} />}
    </Screen>
  )
}

function Step({ batch, isChanging }: { batch: Import; isChanging: boolean }) {
  const { state } = batch
  if (isWorking(state)) return <ImportProgress batch={batch} />
  if (state === 'imported' || state === 'undone') return <ImportDone batch={batch} />
  if (state === 'checked' && !isChanging) return <ImportCheck batch={batch} />
  return <MappingStep key={`${batch.importId} ${JSON.stringify(batch.reading)}`} batch={batch} />
}

/** What becomes of the lines is another thing after each step. */
function useLinesAnew(state: Import['state'] | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (state && !isWorking(state)) void client.invalidateQueries({ queryKey: readKey(getImportLines) })
  }, [client, state])
}
