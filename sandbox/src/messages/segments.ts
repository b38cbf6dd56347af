/** GSM 03.38, the basic set; those of its extension count twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extension = '^{}\\[~]|€'

/** The parts a text message is sent as. */
export function segmentsOf(text: string): number {
  const isGsm = [...text].every(character => basic.includes(character) || extension.includes(character))
  if (!isGsm) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  const length = [...text].reduce((sum, character) => sum + (extension.includes(character) ? 2 : 1), 0)
  return length <= 160 ? 1 : Math.ceil(length / 153)
}
