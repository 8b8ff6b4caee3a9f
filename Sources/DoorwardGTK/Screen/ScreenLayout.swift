#if os(Linux)
  /// The proportions of a view, in pixels at the usual size of texts.
  enum ScreenLayout {
    /// The steps of a sign-in.
    case signIn
    /// The sections of an account.
    case account
    /// A form above an account.
    case form
    /// A question above an account.
    case question

    /// The widest column.
    var column: Int {
      switch self {
      case .signIn, .form: 360
      case .account: 600
      case .question: 340
      }
    }

    /// The size of the window.
    var window: (width: Int, height: Int) {
      switch self {
      case .signIn: (460, 640)
      case .account: (700, 720)
      case .form: (440, 520)
      case .question: (400, 260)
      }
    }

    var spacing: Int { self == .account ? 24 : 12 }
    var margin: Int { 24 }
    var top: Int { self == .signIn ? 18 : 6 }
    /// Whether the heading is small, because it is the title of a question or a form.
    var hasSmallHeading: Bool { self == .question || self == .form }
  }
#endif
