import { IconChecklist } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { buttonClass } from '../ui/Button.tsx'
import { useSelection } from '../ui/grid/selection.ts'
import { Menu } from '../ui/Menu.tsx'
import type { Candidate } from './candidates.ts'

const BulkBar = lazy(() => import('../exports/BulkBar.tsx').then(({ BulkBar }) => ({ default: BulkBar })))

const groups: readonly (readonly [string, (candidate: Candidate) => boolean])[] = [
  ['Everyone', () => true],
  ['Passed', ({ result }) => result?.passed === true],
  ['Not passed', ({ result }) => result != null && !result.passed],
  ['No result yet', ({ result }) => !result],
]

interface Props {
  candidates: readonly Candidate[]
  clubId: number
}

/** Selects candidates by their result, and what is done with all of them. */
export function useSelectCandidates({ candidates, clubId }: Props): { menu: ReactNode; bar: ReactNode } {
  const selection = useSelection()
  const choose = (fits: (candidate: Candidate) => boolean) => {
    selection.clear()
    selection.set(
      candidates.filter(fits).map(({ memberId }) => memberId),
      true,
    )
  }
  const shown = { filter: '', sort: '', total: candidates.length, columns: [], isTotalMore: false }
  return {
    menu: (
      <Menu
        label="Select candidates"
        className={buttonClass('secondary')}
        items={groups
          .filter(([, fits]) => candidates.some(fits))
          .map(([text, fits]) => ({ text, onSelect: () => choose(fits) }))}
      >
        <IconChecklist size={18} aria-hidden="true" />
        Select
      </Menu>
    ),
    bar: selection.keys.size > 0 && (
      <Suspense>
        <BulkBar selection={selection} shown={shown} clubIds={[clubId]} isOtherList />
      </Suspense>
    ),
  }
}
