import { wholeNumber } from '@honbu/contract/format.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../IconButton.tsx'
import { Select } from '../Select.tsx'
import css from './DataGrid.module.css'
import { pageSizes } from './grid-address.ts'

interface Props {
  page: number
  pageSize: number
  total: number
  /** There are more than `total`. */
  isMore?: boolean
  onChange: (state: { page?: number; pageSize?: number }) => void
}

/** Which rows are shown, of how many, and the way to the others. */
export function GridPages({ page, pageSize, total, isMore = false, onChange }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  return (
    <div className={css.pages}>
      <p role="status">
        {from > total
          ? `Nothing on page ${page} of ${last}`
          : `${wholeNumber(from)} to ${wholeNumber(to)} of ${isMore ? 'more than ' : ''}${wholeNumber(total)}`}
      </p>
      {total > Math.min(...pageSizes) && (
        <Select
          label="Rows"
          options={pageSizes.map(size => ({ value: String(size), text: String(size) }))}
          value={String(pageSize)}
          onChoose={size => onChange({ pageSize: Number(size) })}
        />
      )}
      {(last > 1 || page > 1) && (
        <div className={css.steps}>
          <IconButton
            label="Previous page"
            icon={<IconChevronLeft size={20} aria-hidden="true" />}
            disabled={page <= 1}
            onClick={() => onChange({ page: Math.min(page - 1, last) })}
          />
          <span className="tabular">
            Page {wholeNumber(page)}
            {!isMore && ` of ${wholeNumber(last)}`}
          </span>
          <IconButton
            label="Next page"
            icon={<IconChevronRight size={20} aria-hidden="true" />}
            disabled={page >= last && !isMore}
            onClick={() => onChange({ page: page + 1 })}
          />
        </div>
      )}
    </div>
  )
}
