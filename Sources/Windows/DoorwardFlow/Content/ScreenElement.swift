extension ScreenContent {
  /// A control, a text or an image of a view.
  public enum Element: Hashable, Sendable {
    case field(Field)
    case button(Button)
    case text(Paragraph)
    /// A line between two groups of controls, with a word such as “or” in it.
    case divider(String?)
    case progress(Progress)
    case qrCode(QRCode)
    case secret(Secret)
    case codes(CodeList)
    case photo(Photo)
    /// A group of elements with a heading. A section has no sections in it.
    case section(Section)
    case row(Row)

    /// The buttons of the element. Those of a section belong to its own elements.
    public var buttons: [Button] {
      switch self {
      case .button(let button): [button]
      case .secret(let secret): [secret.copy]
      case .codes(let codes): codes.actions
      case .photo(let photo): photo.actions
      case .row(let row): row.actions
      case .field, .text, .divider, .progress, .qrCode, .section: []
      }
    }

    /// The accessibility identifier; nil for a line.
    public var id: String? {
      switch self {
      case .field(let field): field.id
      case .button(let button): button.id
      case .text(let text): text.id
      case .divider: nil
      case .progress(let progress): progress.id
      case .qrCode(let code): code.id
      case .secret(let secret): secret.id
      case .codes(let codes): codes.id
      case .photo(let photo): photo.id
      case .section(let section): section.id
      case .row(let row): row.id
      }
    }
  }

  /// A text.
  public struct Paragraph: Hashable, Sendable {
    /// The weight of a text.
    public enum Style: String, Hashable, Sendable {
      /// Plain text.
      case body
      /// A secondary text.
      case caption
      /// A text that the user must not miss.
      case warning
      /// In the place of a list without items.
      case empty
    }

    /// The accessibility identifier.
    public var id: String
    /// The text.
    public var text: String
    /// The weight.
    public var style: Style

    package init(id: String, _ text: String, _ style: Style = .body) {
      self.id = id
      self.text = text
      self.style = style
    }
  }

  /// An indeterminate progress.
  public struct Progress: Hashable, Sendable {
    /// The accessibility identifier.
    public var id: String
    /// The step that is in progress.
    public var label: String

    package init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }
}
