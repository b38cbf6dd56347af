import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconClick,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ReactNode, useState } from 'react'
import { Menu } from '../ui/Menu.tsx'
import { fieldTitle } from './chips.ts'
import { FieldMenu } from './FieldMenu.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import css from './RichEditor.module.css'

interface Props {
  editor: Editor
  label: string
  onPicture: () => void
}

/** What can be done with what is written; each says whether it holds where the cursor stands. */
export function EditorTools({ editor, label, onPicture }: Props) {
  const [link, setLink] = useState<'link' | 'button' | null>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      h1: now.isActive('heading', { level: 1 }),
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      link: now.isActive('link'),
      isInTable: now.isActive('table'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
      chip: now.isActive('mergeField') ? now.getAttributes('mergeField') : null,
    }),
  })
  const run = () => editor.chain().focus()
  const heading = (level: 1 | 2 | 3) => () => run().toggleHeading({ level }).run()
  return (
    <div className={css.tools} role="toolbar" aria-label={`${label}: formatting`}>
      <Tool name="Bold" isOn={state.bold} icon={<IconBold />} onClick={() => run().toggleBold().run()} />
      <Tool name="Italic" isOn={state.italic} icon={<IconItalic />} onClick={() => run().toggleItalic().run()} />
      <span className={css.gap} />
      <Tool name="Heading 1" isOn={state.h1} icon={<IconH1 />} onClick={heading(1)} />
      <Tool name="Heading 2" isOn={state.h2} icon={<IconH2 />} onClick={heading(2)} />
      <Tool name="Heading 3" isOn={state.h3} icon={<IconH3 />} onClick={heading(3)} />
      <span className={css.gap} />
      <Tool name="Bullets" isOn={state.bullets} icon={<IconList />} onClick={() => run().toggleBulletList().run()} />
      <Tool
        name="Numbers"
        isOn={state.numbers}
        icon={<IconListNumbers />}
        onClick={() => run().toggleOrderedList().run()}
      />
      <span className={css.gap} />
      <Tool name="Link" isOn={state.link} icon={<IconLink />} onClick={() => setLink('link')} />
      <Tool name="Button" icon={<IconClick />} onClick={() => setLink('button')} />
      <Tool name="Image" icon={<IconPhoto />} onClick={onPicture} />
      {state.isInTable ? (
        <Menu label="Table" className={css.tool ?? ''} items={tableItems(editor)}>
          <IconTable size={18} aria-hidden="true" /> Table
        </Menu>
      ) : (
        <Tool
          name="Table"
          icon={<IconTable />}
          onClick={() => run().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()}
        />
      )}
      <span className={css.gap} />
      <Tool name="Undo" disabled={!state.canUndo} icon={<IconArrowBackUp />} onClick={() => run().undo().run()} />
      <Tool name="Redo" disabled={!state.canRedo} icon={<IconArrowForwardUp />} onClick={() => run().redo().run()} />
      <div className={css.fields}>
        <FieldMenu
          onChoose={({ name }) =>
            run()
              .insertContent({ type: 'mergeField', attrs: { name, fallback: '' } })
              .run()
          }
        />
      </div>
      {state.chip && <Fallback key={String(state.chip.name)} editor={editor} chip={state.chip} />}
      {link && <LinkDialog editor={editor} isButton={link === 'button'} onClose={() => setLink(null)} />}
    </div>
  )
}

interface ToolProps {
  name: string
  icon: ReactNode
  isOn?: boolean
  disabled?: boolean
  onClick: () => void
}

function Tool({ name, icon, isOn, disabled = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={css.tool}
      aria-label={name}
      title={name}
      aria-pressed={isOn}
      disabled={disabled}
      // The selection stays where it is.
      onMouseDown={event => event.preventDefault()}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}

/** What is written where the chosen field is empty. */
function Fallback({ editor, chip }: { editor: Editor; chip: Readonly<Record<string, unknown>> }) {
  const name = String(chip.name ?? '')
  return (
    <label className={css.fallback}>
      <span>{fieldTitle(name)}. If it is empty, write:</span>
      <input
        defaultValue={String(chip.fallback ?? '')}
        maxLength={100}
        onChange={event => editor.commands.updateAttributes('mergeField', { fallback: event.target.value })}
      />
    </label>
  )
}

const tableItems = (editor: Editor) => [
  { text: 'Row above', onSelect: () => editor.chain().focus().addRowBefore().run() },
  { text: 'Row below', onSelect: () => editor.chain().focus().addRowAfter().run() },
  { text: 'Column before', onSelect: () => editor.chain().focus().addColumnBefore().run() },
  { text: 'Column after', onSelect: () => editor.chain().focus().addColumnAfter().run() },
  { text: 'Delete row', onSelect: () => editor.chain().focus().deleteRow().run() },
  { text: 'Delete column', onSelect: () => editor.chain().focus().deleteColumn().run() },
  { text: 'Delete table', isDanger: true, onSelect: () => editor.chain().focus().deleteTable().run() },
]
