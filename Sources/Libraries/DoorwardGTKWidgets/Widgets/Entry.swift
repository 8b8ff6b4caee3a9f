#if os(Linux)
  internal import CDoorwardGTK

  /// A field for one line of visible text.
  @MainActor public final class Entry: TextField {
    /// The kind of text, for on-screen keyboards and input methods.
    public enum Purpose: Sendable {
      case text, name, email, phoneNumber, username, digits, code
    }

    /// Creates an empty field without a label.
    public init() {
      super.init(gtk_entry_new())
    }

    /// Creates a field. The label is the accessible label and the placeholder.
    public convenience init(_ text: String, label: String) {
      self.init()
      accessibleLabel = label
      gtk_entry_set_placeholder_text(entry, label)
      self.text = text
    }

    private var entry: UnsafeMutablePointer<GtkEntry> { doorward_entry(reference.pointer) }

    public var purpose = Purpose.text {
      didSet {
        let (purpose, hints) = purpose.values
        gtk_entry_set_input_purpose(entry, purpose)
        gtk_entry_set_input_hints(entry, hints)
      }
    }

    /// The most characters; 0 for any number.
    public var maximumLength: Int {
      get { Int(gtk_entry_get_max_length(entry)) }
      set { gtk_entry_set_max_length(entry, Int32(newValue)) }
    }

    /// Centers the text.
    public func centerText() {
      gtk_editable_set_alignment(editable, 0.5)
    }
  }

  extension Entry.Purpose {
    fileprivate var values: (GtkInputPurpose, GtkInputHints) {
      // A suggestion or a correction of a word makes no sense in an identifier.
      let exact = GTK_INPUT_HINT_NO_SPELLCHECK.rawValue | GTK_INPUT_HINT_NO_EMOJI.rawValue
      let lower = exact | GTK_INPUT_HINT_LOWERCASE.rawValue
      let secret = exact | GTK_INPUT_HINT_PRIVATE.rawValue
      let (purpose, hints) =
        switch self {
        case .text: (GTK_INPUT_PURPOSE_FREE_FORM, GTK_INPUT_HINT_NONE.rawValue)
        case .name: (GTK_INPUT_PURPOSE_NAME, GTK_INPUT_HINT_UPPERCASE_WORDS.rawValue)
        case .email: (GTK_INPUT_PURPOSE_EMAIL, lower)
        case .phoneNumber: (GTK_INPUT_PURPOSE_PHONE, exact)
        case .username: (GTK_INPUT_PURPOSE_FREE_FORM, lower)
        case .digits: (GTK_INPUT_PURPOSE_DIGITS, secret)
        case .code: (GTK_INPUT_PURPOSE_FREE_FORM, secret)
        }
      return (purpose, GtkInputHints(rawValue: hints))
    }
  }

  /// A field for a password, with a button that shows it. GTK keeps the text in memory that is not swapped to disk.
  @MainActor public final class PasswordEntry: TextField {
    public init() {
      super.init(gtk_password_entry_new())
      gtk_password_entry_set_show_peek_icon(reference.opaque, 1)
    }
  }
#endif
