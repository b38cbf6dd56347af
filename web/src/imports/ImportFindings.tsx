import { type ImportFindings as Findings, findingTexts } from '@honbu/contract/import-findings.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Panel } from '../ui/Panel.tsx'
import css from './ImportFindings.module.css'

/** What the file does as a whole, in the words of the command line. */
export function ImportFindings({ findings }: { findings: Findings }) {
  const texts = findingTexts(findings)
  if (texts.length === 0) return null
  return (
    <Panel title="Before you import">
      <ul className={css.findings}>
        {texts.map(({ text, isWarning }) => (
          <li key={text} className={isWarning ? css.warning : undefined}>
            {isWarning ? (
              <IconAlertTriangle size={18} aria-hidden="true" />
            ) : (
              <IconInfoCircle size={18} aria-hidden="true" />
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
