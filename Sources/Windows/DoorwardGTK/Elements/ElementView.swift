#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// Draws one element of a view, and draws it again in place when the element changes, so that the focus stays.
  @MainActor protocol ElementView: AnyObject {
    var widget: Widget { get }

    /// Draws the element.
    ///
    /// - Returns: Whether the view can draw elements of this kind. Otherwise the element gets another view.
    func draw(_ element: ScreenContent.Element) -> Bool
  }

  /// A view that has a button, which can get the keyboard focus.
  @MainActor protocol ButtonHolder: AnyObject {
    var id: String? { get }
    func focus()
  }

  /// A view that has the field of a view.
  @MainActor protocol FieldHolder: AnyObject {
    var name: FieldName { get }
    func focus()
  }

  /// The place of an element, which decides its look.
  enum ElementPlace {
    /// The column of a view.
    case column
    /// The card of a section.
    case card

    @MainActor func makeView(of element: ScreenContent.Element, _ input: ScreenInput) -> any ElementView {
      switch element {
      case .field(let field):
        if case .choice = field.kind { ChoiceView(field, input) } else { FieldView(field, input) }
      case .button(let button): ButtonView(button, in: self, input: input)
      case .text: TextView(self)
      case .divider: DividerView()
      case .progress: ProgressView(self)
      case .qrCode: QRCodeView()
      case .secret: SecretView(input)
      case .codes: CodesView(input)
      case .photo: PhotoView(input)
      case .section: SectionView(input)
      case .row: RowView(input)
      }
    }
  }
#endif
