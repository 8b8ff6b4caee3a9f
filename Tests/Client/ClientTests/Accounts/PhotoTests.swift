import ChildProcesses
import Foundation
import Testing

@testable import Doorward

/// The photo of a user against the built server.
@MainActor struct PhotoTests {
  private func client() async throws -> Client {
    let client = try Client(await RunningServer.start())
    try await client.signIn()
    return client
  }

  private func image(_ url: URL?) async throws -> DoorwardResponse {
    try await DoorwardTransport.standard.send(DoorwardRequest(url: #require(url).absoluteString))
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["location.jpg", "picture.png", "picture.webp"])
  func photoIsSetAndRemoved(name: String) async throws {
    let client = try await client()
    #expect(client.doorward.currentUser?.info.photoURL() == nil)
    let user = try await client.doorward.user.setPhoto(TestImages.data(name))
    let info = try #require(user?.info)
    #expect(client.doorward.currentUser?.info == info)
    let file = try await image(info.photoURL())
    #expect(file.status == 200 && file.headers["content-type"] == "image/jpeg")
    #expect(file.body.starts(with: [0xff, 0xd8, 0xff]))
    // Another photo has another address.
    let next = try await client.doorward.user.setPhoto(TestImages.data("picture.png"))
    #expect(next?.info.picture != info.picture)
    #expect(try await image(info.photoURL()).status == 404)
    #expect(try await client.doorward.user.removePhoto()?.info.picture == nil)
    #expect(client.doorward.currentUser?.info.photoURL(side: 64) == nil)
    #expect(try await image(next?.info.photoURL()).status == 404)
    // The call succeeds without a photo.
    try await client.doorward.user.removePhoto()
  }

  @Test(.timeLimit(.minutes(1))) func addressNamesTheSmallestSizeThatIsLargeEnough() async throws {
    let client = try await client()
    let info = try #require(try await client.doorward.user.setPhoto(TestImages.data("large.jpg"))?.info)
    let picture = try #require(info.picture)
    for (side, query) in [
      (0, "?size=64"), (64, "?size=64"), (65, "?size=128"), (200, "?size=256"), (257, ""), (512, ""),
      (9999, ""),
    ] {
      #expect(info.photoURL(side: side)?.absoluteString == picture + query, "\(side)")
    }
    var sizes: [Int] = []
    for side in [64, 128, 256, 512] {
      let file = try await image(info.photoURL(side: side))
      #expect(file.status == 200)
      sizes.append(file.body.count)
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 4)
  }

  @Test(.timeLimit(.minutes(1))) func refusedPhotosHaveTheirOwnErrors() async throws {
    let client = try await client()
    let jpeg = try TestImages.data("location.jpg")
    let cases: [(Data, DoorwardError.Code)] = [
      (try TestImages.data("refused.pdf"), .photoUnsupportedFormat), (Data(), .photoUnsupportedFormat),
      (jpeg.prefix(200), .photoDamaged), (try TestImages.data("bomb.png"), .photoTooManyPixels),
      (jpeg + Data(count: 11 << 20), .bodyTooLarge),
    ]
    for (data, code) in cases {
      let error = await #expect(throws: DoorwardError.self) { try await client.doorward.user.setPhoto(data) }
      #expect(error?.code == code, "\(data.count) bytes: \(String(describing: error))")
      #expect(error?.isRetryable == false)
    }
    #expect(try await client.doorward.user.refresh()?.info.picture == nil)
  }

  @Test(.timeLimit(.minutes(1))) func cancelledUploadEndsAtOnce() async throws {
    let client = try await client()
    await client.wire.next("/v1/user/photo", .hold)
    let image = try TestImages.data("picture.png")
    let upload = Task { try await client.doorward.user.setPhoto(image) }
    await client.wire.untilItHolds()
    upload.cancel()
    let error = await #expect(throws: DoorwardError.self) { try await upload.value }
    #expect(error?.code == .cancelled && error?.isCancellation == true)
    #expect(client.doorward.currentUser?.info.picture == nil && client.doorward.isLoggedIn)
    await client.wire.release()
  }

  @Test(.timeLimit(.minutes(1))) func uploadIsRepeatedWithARenewedToken() async throws {
    let client = try await client()
    let refusal = """
      {"status": 401, "code": "invalid_token", "trace_id": "0123456789abcdef0123456789abcdef"}
      """
    await client.wire.next(
      "/v1/user/photo", .answer(DoorwardResponse(status: 401, body: Array(refusal.utf8))))
    #expect(try await client.doorward.user.setPhoto(TestImages.data("picture.png"))?.info.picture != nil)
    #expect(await client.wire.count("/v1/user/photo") == 2)
  }

  @Test func largeBodyGetsMoreTime() {
    #expect(DoorwardRequest(url: "/").uploadTime == .zero)
    #expect(DoorwardRequest(url: "/", body: Array(repeating: 0, count: 1000)).uploadTime == .zero)
    let photo = DoorwardRequest(url: "/", body: Array(repeating: 0, count: 10 << 20))
    #expect(photo.uploadTime == .seconds(104))
  }
}
