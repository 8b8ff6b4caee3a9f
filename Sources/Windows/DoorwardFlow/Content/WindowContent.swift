/// The content of a window that can have a dialog, such as the account window.
public struct WindowContent: Hashable, Sendable {
  /// The window. While a dialog is open, its controls cannot be used.
  public var page: ScreenContent
  /// The open dialog; nil if there is none.
  public var dialog: Dialog?

  package init(page: ScreenContent, dialog: Dialog? = nil) {
    self.page = page
    self.dialog = dialog
  }

  /// A dialog above a window.
  public struct Dialog: Hashable, Sendable {
    /// The form of a dialog.
    public enum Style: String, Hashable, Sendable {
      /// A question with a title, a text and buttons: an alert. It may have a problem, as it stays open while the step runs.
      case confirmation
      /// Fields, codes or a list of ways to sign in: a sheet.
      case form
    }

    /// The form.
    public var style: Style
    /// The content. A button whose role is ``ScreenContent/Button/Role/cancel``, and the Escape key, close the dialog.
    public var content: ScreenContent

    package init(style: Style, content: ScreenContent) {
      self.style = style
      self.content = content
    }
  }
}
