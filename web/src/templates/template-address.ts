export const templatesAddress = (clubId = 0) => `/messaging/templates${clubId > 0 ? `/${clubId}` : ''}`
export const layoutsAddress = (clubId = 0) => `/messaging/layouts${clubId > 0 ? `/${clubId}` : ''}`

export const templateAddress = (id: number) => `/messaging/templates/view/${id}`
/** @param fromId a template that it begins as a copy of; 0: an empty one */
export const newTemplateAddress = (clubId: number, fromId = 0) => `/messaging/templates/${clubId}/create/${fromId}`
export const editTemplateAddress = (clubId: number, id: number) => `/messaging/templates/${clubId}/edit/${id}`
/** @param id 0: a new one */
export const layoutAddress = (clubId: number, id = 0) => `/messaging/layouts/${clubId}/create/${id}`
export const sendAddress = (clubId: number, templateId: number) => `/create-message/${clubId}/${templateId}`
