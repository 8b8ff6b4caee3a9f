#if os(Linux)
  internal import DoorwardFlow

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
      case .button(let button): ButtonView(button, self, input)
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
