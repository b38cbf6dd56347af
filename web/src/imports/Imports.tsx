import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import { getImports, uploadImport } from '@honbu/contract/imports.ts'
import { useRead } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { clubAddress } from '../clubs/club-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { moment } from '../ui/moments.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Imports.module.css'
import { importAddress } from './import-address.ts'
import { stateWords } from './import-words.ts'
import { UploadBox } from './UploadBox.tsx'

type Summary = Output<typeof getImports>[number]

/** A file is chosen here; below, those that were before. */
export function Imports() {
  const { params } = useAddress()
  const clubId = idOf(params.id)
  const club = useRead(getClub, { id: clubId })
  const imports = useRead(getImports, { id: clubId })
  const list = imports.data
  return (
    <Screen>
      <PageHeader title="Import" crumbs={[{ text: club.data?.name ?? 'Club', to: clubAddress(clubId, 'members') }]} />
      <SaveGate call={uploadImport} clubId={clubId} cannot="import members">
        <UploadBox clubId={clubId} />
        <Panel title="Earlier imports">
          {imports.error && (
            <ErrorState
              title="The imports could not be loaded."
              error={imports.error}
              retry={() => void imports.refetch()}
            />
          )}
          {imports.isLoading && <SkeletonRows count={3} height="48px" />}
          {list?.length === 0 && <p className={css.none}>Nothing has been imported yet.</p>}
          {list && list.length > 0 && (
            <ul className={css.list}>
              {list.map(summary => (
                <ImportRow key={summary.importId} clubId={clubId} summary={summary} />
              ))}
            </ul>
          )}
        </Panel>
      </SaveGate>
    </Screen>
  )
}

function ImportRow({ clubId, summary }: { clubId: number; summary: Summary }) {
  const { importId, fileName, state, counts, kind, createdAt, importedAt, undoUntil, by } = summary
  const [text, tone] = stateWords[state]
  const what = kind === 'gradings' ? 'grading' : 'member'
  return (
    <li className={css.row}>
      <div className={css.main}>
        <AppLink to={importAddress(clubId, importId)} className={css.name}>
          {fileName}
        </AppLink>
        <p className={css.soft}>
          {moment(importedAt ?? createdAt)}
          {` · ${by || 'command line'}`}
        </p>
      </div>
      <p className={css.counts}>
        {importedAt && `${counted(counts.new, what)}${counts.changed > 0 ? `, ${counts.changed} changed` : ''}`}
      </p>
      <div className={css.state}>
        <Badge tone={tone}>{text}</Badge>
        {undoUntil && <span className={css.soft}>can be undone until {moment(undoUntil)}</span>}
      </div>
    </li>
  )
}
