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

    /// The size of the window for a size of texts. The height is -1 if that of the view decides.
    func window(_ scale: Double) -> (width: Int, height: Int) {
      let size: (width: Int, height: Int) =
        switch self {
        case .signIn: (460, 640)
        case .account: (700, 720)
        case .form: (440, -1)
        case .question: (400, -1)
        }
      // A large text needs a wider column, but a screen is rarely high enough for a higher window.
      return (
        Int(Double(size.width) * scale),
        size.height < 0 ? -1 : Int(Double(size.height) * min(scale, 1.25))
      )
    }

    /// Whether the window is as high as its view.
    var fitsHeight: Bool { self == .form || self == .question }
    var spacing: Int { self == .account ? 24 : 12 }
    var margin: Int { 24 }
    var top: Int { self == .account ? 6 : fitsHeight ? 30 : 18 }
    /// Whether the heading is small, because it is the title of a question or a form.
    var hasSmallHeading: Bool { fitsHeight }
  }
#endif
