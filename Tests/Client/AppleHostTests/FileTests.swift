#if canImport(AppKit)
  import AppKit
  import Foundation
  import FoundationNetworking
  import Testing
  import WebKit

  @testable import NEARConnect

  @MainActor struct FileTests {
    private let scene = HostScene()
    private let file = URL(filePath: NSTemporaryDirectory()).appending(path: "key.json")

    private func popup() throws -> PageFrame { try required(scene.popup().mainFrame, "the window is blank") }

    @Test func userChoosesFiles() throws {
      let answers = try popup().chooseFiles(several: true)
      let panel = try required(scene.screen.filePanel as? NSOpenPanel, "no panel is shown")
      #expect(panel.allowsMultipleSelection)
      #expect(answers.values == [])
      panel.choose([file])
      #expect(answers.values == [[file]])
    }

    @Test func userChoosesNoFile() throws {
      let answers = try popup().chooseFiles()
      let panel = try required(scene.screen.filePanel, "no panel is shown")
      panel.cancel(nil)
      #expect(answers.values == [nil])
    }

    @Test func filePanelIsCanceledWithItsPage() throws {
      let answers = try popup().chooseFiles()
      scene.host.view.removeFromSuperview()
      #expect(answers.values == [nil])
      #expect(scene.screen.filePanel == nil)
    }

    @Test(arguments: ["blob:https://wallet.example/1", "https://wallet.example/key.json"])
    func windowSavesFileAtChosenLocation(_ address: String) throws {
      let (policy, download) = try popup().download(url(address))
      #expect(policy.values == [.download])
      let answers = try required(download, "nothing is downloaded").begin(named: "key.json")
      let panel = try required(scene.screen.filePanel, "no panel is shown")
      #expect(panel.nameFieldStringValue == "key.json")
      #expect(answers.values == [])
      panel.choose([file])
      #expect(answers.values == [file])
    }

    @Test func replacedFileIsRemovedFirst() throws {
      let file = URL(filePath: NSTemporaryDirectory()).appending(path: "replaced \(UUID()).json")
      #expect(FileManager.default.createFile(atPath: file.path, contents: Data([1])))
      let (_, download) = try popup().download(url("https://wallet.example/key.json"))
      _ = try required(download, "nothing is downloaded").begin(named: "key.json")
      try required(scene.screen.filePanel, "no panel is shown").choose([file])
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func declinedDownloadIsCanceled() throws {
      let (_, download) = try popup().download(url("https://wallet.example/key.json"))
      let answers = try required(download, "nothing is downloaded").begin(named: "key.json")
      try required(scene.screen.filePanel, "no panel is shown").cancel(nil)
      #expect(answers.values == [nil])
    }

    @Test func failedDownloadIsReported() throws {
      let (_, download) = try popup().download(url("https://wallet.example/key.json"))
      try required(download, "nothing is downloaded").fail(URLError(.networkConnectionLost))
      #expect(scene.screen.question != nil)
    }

    @Test func frameOfBridgeSavesNothing() throws {
      let (policy, _) = try scene.walletFrame().download(url("https://wallet.example/key.json"))
      #expect(policy.values == [.cancel])
      let (answer, _) = try scene.walletFrame().receive(response(""), canShow: false)
      #expect(answer.values == [.cancel])
    }

    @Test(arguments: [
      ("attachment; filename=key.json", true, WKNavigationResponsePolicy.download), ("", false, .download),
      ("", true, .allow), ("inline", true, .allow),
    ])
    func serverResponseIsShownOrSaved(
      _ disposition: String, _ canShow: Bool, _ policy: WKNavigationResponsePolicy
    ) throws {
      let (answer, _) = try popup().receive(response(disposition), canShow: canShow)
      #expect(answer.values == [policy])
    }

    private func response(_ disposition: String) throws -> HTTPURLResponse {
      try required(
        HTTPURLResponse(
          url: url("https://wallet.example/key.json"), statusCode: 200, httpVersion: nil,
          headerFields: disposition.isEmpty ? [:] : ["Content-Disposition": disposition]),
        "no response")
    }
  }
#endif
