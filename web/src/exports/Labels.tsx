import type { Output } from '@honbu/contract/endpoint.ts'
import { getLabels } from '@honbu/contract/exports.ts'
import { IconPrinter, IconTags } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { recallChosen } from './chosen.ts'
import css from './Labels.module.css'

/** Sheets that are sold everywhere: labels across, labels down, width and height of one, top and left margin, in mm. */
const sheets = {
  L7160: { text: '21 a sheet (L7160)', across: 3, down: 7, width: 63.5, height: 38.1, top: 15.1, left: 7.2, gap: 2.5 },
  L7159: { text: '24 a sheet (L7159)', across: 3, down: 8, width: 63.5, height: 33.9, top: 13.1, left: 6.4, gap: 2.5 },
  L7163: { text: '14 a sheet (L7163)', across: 2, down: 7, width: 99.1, height: 38.1, top: 15.1, left: 4.6, gap: 2.5 },
} as const
type SheetName = keyof typeof sheets

type Labels = Output<typeof getLabels>

/** Address labels for the members that were chosen in the directory. */
export function Labels() {
  const { search } = useAddress()
  const chosen = recallChosen(search.selection)
  const [sheet, setSheet] = useState<SheetName>('L7160')
  const [perHousehold, setPerHousehold] = useState(true)
  const answer = useRead(getLabels, { ...chosen, perHousehold }, { enabled: chosen !== null })
  return (
    <Screen>
      <PageHeader
        title="Address labels"
        crumbs={[{ text: 'All Members', to: '/member/search' }]}
        actions={
          <Button variant="primary" disabled={!answer.data?.labels.length} onClick={() => window.print()}>
            <IconPrinter size={18} aria-hidden="true" />
            Print
          </Button>
        }
      />
      {chosen === null && (
        <EmptyState icon={<IconTags size={24} />} title="Nobody is selected">
          Tick members in the list of <AppLink to="/member/search">All Members</AppLink> and choose “Labels”.
        </EmptyState>
      )}
      {chosen !== null && (
        <div className={css.tools}>
          <Select
            label="Sheet"
            value={sheet}
            options={Object.entries(sheets).map(([value, { text }]) => ({ value: value as SheetName, text }))}
            onChoose={setSheet}
          />
          <Switch isOn={perHousehold} onChange={setPerHousehold}>
            One a household
          </Switch>
        </div>
      )}
      {answer.error && (
        <ErrorState title="The labels could not be made." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={3} height="8rem" />}
      {answer.data && <Sheets labels={answer.data} sheet={sheet} />}
    </Screen>
  )
}

function Sheets({ labels: { labels, without, isMore }, sheet }: { labels: Labels; sheet: SheetName }) {
  const { across, down, width, height, top, left, gap } = sheets[sheet]
  const perSheet = across * down
  const pages = Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, page) =>
    labels.slice(page * perSheet, (page + 1) * perSheet),
  )
  return (
    <>
      <p className={css.line}>
        {labels.length === 1 ? '1 label' : `${labels.length} labels`}
        {isMore && '. Only the first 3,000 members are here: choose fewer.'}
      </p>
      {without.length > 0 && (
        <details className={css.line}>
          <summary>{without.length === 1 ? '1 has no address' : `${without.length} have no address`}</summary>
          <ul>
            {without.map(({ memberId, name }) => (
              <li key={memberId}>
                <AppLink to={memberAddress(memberId)}>{name}</AppLink>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={css.pages}>
        {pages.map((page, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have nothing but their place
            key={index}
            className={css.page}
            style={{
              gridTemplateColumns: `repeat(${across}, ${width}mm)`,
              gridAutoRows: `${height}mm`,
              columnGap: `${gap}mm`,
              padding: `${top}mm ${left}mm`,
            }}
          >
            {page.map(({ name, lines }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may read alike
              <address key={place} className={css.label}>
                <strong>{name}</strong>
                {lines.map(line => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
