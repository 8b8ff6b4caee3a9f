#if canImport(SwiftUI) && canImport(DoorwardUI)
  import SwiftUI

  /// The view of a signed-in user.
  struct NotesView: View {
    let model: DemoModel
    @State private var note = ""

    var body: some View {
      Form {
        Section {
          TextField("New note", text: $note)
          Button("Add") {
            model.add(note)
            note = ""
          }
        }
        Section("Your notes") {
          ForEach(model.notes, id: \.self) { Text($0) }
        }
      }
    }
  }
#endif
