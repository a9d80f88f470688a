/// Returns suppressions for the leak finder of the sanitizer builds. The constructor of Chrono 10's collision
/// system allocates 16 bytes that are never freed. Our own leaks are still found, since our code allocates
/// nothing in that constructor.
extern "C" const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() {
    return "leak:chrono::ChCollisionSystemBullet::ChCollisionSystemBullet\n";
}
