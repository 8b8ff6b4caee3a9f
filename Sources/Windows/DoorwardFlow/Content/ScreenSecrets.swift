extension ScreenContent {
  /// A QR code of a new authenticator.
  public struct QRCode: Hashable, Sendable {
    /// The accessibility identifier.
    public var id: String
    /// The label for assistive technology.
    public var label: String
    /// The image in SVG. Draw it in black on white in every theme, or scanners do not read it.
    public var svg: String
    /// The text in the code, an `otpauth://` URI.
    public var uri: String

    package init(id: String, label: String, svg: String, uri: String) {
      self.id = id
      self.label = label
      self.svg = svg
      self.uri = uri
    }
  }

  /// The key of a new authenticator, for users who cannot scan the code.
  public struct Secret: Hashable, Sendable {
    /// The accessibility identifier.
    public var id: String
    /// The label.
    public var label: String
    /// The key in groups of four characters. They are drawn with spaces between them, from left to right in every language.
    public var groups: [String]
    /// A sentence below the key.
    public var hint: String?
    /// Copies the key.
    public var copy: Button

    package init(id: String, label: String, groups: [String], hint: String? = nil, copy: Button) {
      self.id = id
      self.label = label
      self.groups = groups
      self.hint = hint
      self.copy = copy
    }
  }

  /// Recovery codes. The server shows them only this once.
  public struct CodeList: Hashable, Sendable {
    /// The accessibility identifier.
    public var id: String
    /// The label for assistive technology.
    public var label: String
    /// The codes, which are drawn from left to right in every language.
    public var codes: [String]
    /// The steps that store the codes: copy, save.
    public var actions: [Button]

    package init(id: String, label: String, codes: [String], actions: [Button]) {
      self.id = id
      self.label = label
      self.codes = codes
      self.actions = actions
    }
  }
}

// A dump must not show the secrets.
extension ScreenContent.QRCode: CustomStringConvertible, CustomReflectable {
  public var description: String { "QRCode(\(id))" }
  public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension ScreenContent.Secret: CustomStringConvertible, CustomReflectable {
  public var description: String { "Secret(\(id))" }
  public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension ScreenContent.CodeList: CustomStringConvertible, CustomReflectable {
  public var description: String { "CodeList(\(id))" }
  public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
