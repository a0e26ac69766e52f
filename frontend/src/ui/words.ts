/** Text of shared components. */
export const parts = {
  ok: 'OK',
  pleaseNote: 'Please note',
  leaveQuickly: 'Leave quickly',
  orEscape: 'Or press Escape three times',
  notice: 'Notice',
  notices: 'Notices ({hotkey})',
  closeNotice: 'Close notice',
};
