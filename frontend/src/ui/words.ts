/** What the parts of every screen say. */
export const parts = {
  ok: 'OK',
  pleaseNote: 'Please note',
  leaveQuickly: 'Leave quickly',
  orEscape: 'Or press Escape three times',
  notice: 'Notice',
  notices: 'Notices ({hotkey})',
  closeNotice: 'Close notice',
};
