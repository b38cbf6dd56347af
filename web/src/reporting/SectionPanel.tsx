import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Explained } from './Explained.tsx'
import { NameBars } from './NameBars.tsx'
import css from './Section.module.css'
import { SectionTable } from './SectionTable.tsx'
import { drawingsOf, type Report, type Section } from './section.ts'
import { TimeChart } from './TimeChart.tsx'

interface Props {
  report: Report
  section: Section
  clubIds: number[] | undefined
}

/** A part of a report: drawn where a picture says it faster, and a table at a press; which one stands in the address. */
export function SectionPanel({ report, section, clubIds }: Props) {
  const { search, setSearch } = useAddress()
  const { key, title, words, draw, rows } = section
  const drawings = draw === null || draw === 'heat' ? [] : drawingsOf(section)
  const tables = (search.tables ?? '').split(',').filter(Boolean)
  const canDraw = rows.length > 0 && drawings.length > 0
  const isTable = !canDraw || tables.includes(key)
  const toggle = () => {
    const next = isTable ? tables.filter(each => each !== key) : [...tables, key]
    setSearch({ tables: next.join(',') || undefined })
  }
  return (
    <Panel
      title={title}
      flush={isTable && rows.length > 0}
      aside={
        (words || canDraw) && (
          <div className={css.aside}>
            {words && <Explained name={title}>{words}</Explained>}
            {canDraw && (
              <Button
                variant="quiet"
                onClick={toggle}
                aria-label={`${isTable ? 'Show as chart' : 'Show as table'}: ${title}`}
              >
                {isTable ? <IconChartBar size={18} aria-hidden="true" /> : <IconTable size={18} aria-hidden="true" />}
                {isTable ? 'Show as chart' : 'Show as table'}
              </Button>
            )}
          </div>
        )
      }
    >
      {rows.length === 0 && <p className={css.none}>Nothing in this period.</p>}
      {rows.length > 0 && isTable && <SectionTable report={report} section={section} clubIds={clubIds} />}
      {!isTable && (
        <div className={css.charts}>
          {drawings.map(drawing =>
            drawing.isTime && draw !== null && draw !== 'heat' ? (
              <div key={drawing.unit}>
                <TimeChart title={title} kind={draw} drawing={drawing} />
              </div>
            ) : (
              <div key={drawing.unit}>
                <NameBars drawing={drawing} isStack={draw === 'stack'} />
              </div>
            ),
          )}
        </div>
      )}
    </Panel>
  )
}
