import type { Output } from '@honbu/contract/endpoint.ts'
import {
  type getImportFile,
  type ImportReading,
  importDelimiters,
  importEncodings,
  saveImportReading,
} from '@honbu/contract/imports.ts'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Select } from '../ui/Select.tsx'
import type { Import } from './import.ts'
import css from './Mapping.module.css'

export type ImportFile = Output<typeof getImportFile>

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Vertical bars',
}
const encodingNames: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western Europe)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
}

/** How the file was read, and its first lines; whatever was found out wrongly can be changed. */
export function ReadingPanel({ batch, file }: { batch: Import; file: ImportFile }) {
  const { importId, reading } = batch
  const [problem, setProblem] = useState<string | null>(null)
  const save = useWrite(saveImportReading, { onRefused: ({ message }) => setProblem(message) })
  const change = (values: Partial<ImportReading>) => {
    setProblem(null)
    save.mutate({ id: importId, ...reading, ...values })
  }
  return (
    <div className={css.reading} aria-busy={save.isPending || undefined}>
      <div className={css.options}>
        {file.isWorkbook && (
          <Select
            label="Sheet"
            options={file.sheets.map(({ name, isHidden }) => ({
              value: name,
              text: isHidden ? `${name} (hidden)` : name,
            }))}
            value={file.sheet ?? ''}
            onChoose={sheet => change({ sheet, headerLine: null })}
          />
        )}
        {!file.isWorkbook && (
          <>
            <Select
              label="Separated by"
              options={importDelimiters.map(value => ({ value, text: delimiterNames[value] ?? value }))}
              value={file.delimiter ?? ','}
              onChoose={delimiter => change({ delimiter, headerLine: null })}
            />
            <Select
              label="Characters"
              options={importEncodings.map(value => ({ value, text: encodingNames[value] ?? value }))}
              value={file.encoding ?? 'utf-8'}
              onChoose={encoding => change({ encoding })}
            />
          </>
        )}
        <Select
          label="Headings in line"
          options={[
            { value: '0', text: 'There are none' },
            ...file.begin.map(({ line, cells }) => ({
              value: String(line),
              text: `${line}: ${cells
                .filter(cell => cell !== '')
                .slice(0, 3)
                .join(', ')}`.slice(0, 60),
            })),
          ]}
          value={String(file.headerLine)}
          onChoose={line => change({ headerLine: Number(line) })}
        />
      </div>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is moved sideways by the keyboard too */}
      <section className={css.preview} aria-label="The first lines" tabIndex={0}>
        <table>
          <tbody>
            {file.begin.slice(0, 6).map(({ line, cells }) => (
              <tr key={line} className={line === file.headerLine ? css.header : undefined}>
                <th scope="row">{line}</th>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a line never change their places
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
