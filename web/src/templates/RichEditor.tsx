import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { markFields } from './chips.ts'
import { EditorTools } from './EditorTools.tsx'
import { editorExtensions } from './editor-extensions.ts'
import { ImageDialog } from './ImageDialog.tsx'
import css from './RichEditor.module.css'

export interface RichEditorProps {
  /** Images are uploaded to it. */
  clubId: number
  /** Read out: 'Message', 'Header'. */
  label: string
  /** HTML with merge fields. */
  value: string
  onChange: (html: string) => void
  /** A header or footer: lower than a message. */
  isLow?: boolean
  describedBy?: string | undefined
  isInvalid?: boolean
}

/** Writes HTML for mail: what it can write is what a letter can show. */
export function RichEditor({ clubId, label, value, onChange, isLow, describedBy, isInvalid = false }: RichEditorProps) {
  const [picture, setPicture] = useState<File | 'ask' | null>(null)
  const written = useRef(value)
  const latest = useRef(onChange)
  latest.current = onChange
  const editor = useEditor({
    extensions: editorExtensions,
    content: markFields(value),
    editorProps: {
      // Set anew with each drawing, by the editor, which knows whether it is in the page yet.
      attributes: {
        ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(isInvalid && { 'aria-invalid': 'true' }),
      },
      handlePaste: (_view, event) => takePicture(event.clipboardData, setPicture),
      handleDrop: (_view, event) => takePicture(event.dataTransfer, setPicture),
    },
    onUpdate: ({ editor: changed }) => {
      written.current = changed.isEmpty ? '' : changed.getHTML()
      latest.current(written.current)
    },
  })
  // What comes from outside (theirs in place of mine, a template) takes the place of what stands there.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    editor.commands.setContent(markFields(value), { emitUpdate: false })
  }, [value, editor])
  return (
    <div className={css.editor} data-low={isLow || undefined} data-invalid={isInvalid || undefined}>
      <EditorTools editor={editor} label={label} onPicture={() => setPicture('ask')} />
      <EditorContent editor={editor} className={css.content} />
      {picture && (
        <ImageDialog
          clubId={clubId}
          file={picture === 'ask' ? null : picture}
          onClose={() => setPicture(null)}
          onDone={image => {
            setPicture(null)
            showImage(editor, image)
          }}
        />
      )}
    </div>
  )
}

const showImage = (editor: Editor, image: { src: string; alt: string; width: number }) =>
  editor.chain().focus().insertContent({ type: 'image', attrs: image }).run()

/** A picture that is dropped or pasted is uploaded first, with words for those who do not see it. */
function takePicture(data: DataTransfer | null, take: (file: File) => void): boolean {
  const file = [...(data?.files ?? [])].find(({ type }) => /^image\/(png|jpeg|webp)$/.test(type))
  if (file) take(file)
  return file !== undefined
}
