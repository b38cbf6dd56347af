import {
  deleteDirectoryView,
  type directoryColumns,
  getDirectoryViews,
  saveDirectoryView,
} from '@honbu/contract/directory.ts'
import { printGrid } from '@honbu/contract/grid.ts'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import type { GridFilters } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Directory.module.css'
import type { View } from './view.ts'

const ViewDialog = lazy(() => import('./ViewDialog.tsx').then(({ ViewDialog }) => ({ default: ViewDialog })))

const everybody = 'All members'

/** The user's saved views: choose one, save what is shown as another, rename, delete, begin with one. */
export function Views({ grid }: { grid: GridFilters<typeof directoryColumns> }) {
  const { search, setSearch } = useAddress()
  const [editing, setEditing] = useState<{ view: View; renamedFrom?: string } | null>(null)
  const { ask, dialog } = useConfirm()
  const { data: views } = useRead(getDirectoryViews, {})
  const save = useWrite(saveDirectoryView, { invalidates: [getDirectoryViews] })
  const remove = useWrite(deleteDirectoryView, { invalidates: [getDirectoryViews] })

  const shown: View = { name: '', ...shownNow(grid), columns: [...grid.columns], isDefault: false }
  const current = views?.find(({ name }) => name === search.view)
  const isChanged = current !== undefined && !isSame(current, shown)

  const choose = (view: View | null) =>
    setSearch({
      view: view?.name,
      page: undefined,
      filter: view?.filter || undefined,
      sort: view?.sort || undefined,
      columns: view?.columns.join('~') || undefined,
    })

  // An address that asks for nothing begins with the view that the user begins with.
  const start = views?.find(({ isDefault }) => isDefault)
  const asksNothing = ['view', 'filter', 'sort', 'columns', 'page'].every(name => search[name] === undefined)
  const [hasBegun, setBegun] = useState(!asksNothing)
  useEffect(() => {
    if (hasBegun || views === undefined) return
    setBegun(true)
    if (start && asksNothing) choose(start)
  })

  async function update(view: View, words: string) {
    const result = await save.mutateAsync(view)
    if (result.isSuccess) showToast({ message: words })
  }

  async function deleteView(view: View) {
    const isSure = await ask({ title: `Delete the view “${view.name}”?`, action: 'Delete view', isDanger: true })
    if (!isSure) return
    const result = await remove.mutateAsync({ name: view.name })
    if (result.isSuccess) setSearch({ view: undefined })
  }

  const items: MenuItem[] = [
    { text: everybody, onSelect: () => choose(null) },
    ...(views ?? []).map(view => ({
      text: view.isDefault ? `${view.name} (first)` : view.name,
      onSelect: () => choose(view),
    })),
    { text: 'Save as a new view…', onSelect: () => setEditing({ view: shown }) },
    ...(current
      ? [
          {
            text: `Save the changes to “${current.name}”`,
            onSelect: () => void update({ ...shown, name: current.name, isDefault: current.isDefault }, 'View saved'),
          },
          {
            text: `Rename “${current.name}”…`,
            onSelect: () => setEditing({ view: current, renamedFrom: current.name }),
          },
          {
            text: current.isDefault ? 'Do not begin with it' : 'Begin with this view',
            onSelect: () => void update({ ...current, isDefault: !current.isDefault }, 'View saved'),
          },
          { text: `Delete “${current.name}”…`, onSelect: () => void deleteView(current), isDanger: true },
        ]
      : []),
  ]
  return (
    <>
      <Menu label="Views" items={items} className={buttonClass('secondary', css.views)}>
        <IconBookmark size={18} aria-hidden="true" />
        <span className={css.viewName}>{current?.name ?? everybody}</span>
        {isChanged && <span className={css.changed}>changed</span>}
        <IconChevronDown size={16} aria-hidden="true" />
      </Menu>
      {editing && (
        <Suspense>
          <ViewDialog
            {...editing}
            onClose={() => setEditing(null)}
            onSaved={view => {
              setEditing(null)
              choose(view)
            }}
          />
        </Suspense>
      )}
      {dialog}
    </>
  )
}

function shownNow({ filter, sort }: GridFilters<typeof directoryColumns>) {
  const printed = printGrid({ filter, sort })
  return { filter: printed.filter ?? '', sort: printed.sort ?? '' }
}

const isSame = (one: View, other: View) =>
  one.filter === other.filter && one.sort === other.sort && one.columns.join() === other.columns.join()
